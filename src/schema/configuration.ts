import type { Reporter } from '../model/diagnostic.js';
import type { Origin } from '../model/manifest.js';
import { explainError } from './schema-errors.js';
import { findViolations } from './schema.js';
import type { JsonObject } from '../std/json.js';

/**
 * Validates the configuration, read from `origin`, against its JSON Schema. Unlike in Kubernetes objects, a null is a
 * value of the wrong type. Reports the problems, and returns true if there are none.
 */
export function checkConfiguration(schema: JsonObject, object: JsonObject, origin: Origin, report: Reporter): boolean {
  const errors = findViolations(object, schema);
  for (const { finding, ...place } of errors.map(explainError)) report({ ...finding, location: { origin, ...place } });
  return errors.length === 0;
}
