import type { Reporter } from '../model/diagnostic.js';
import type { Origin } from '../model/manifest.js';
import { explainError } from './schema-errors.js';
import { findViolations } from './schema.js';
import type { JsonObject } from '../std/json.js';

/**
 * Validates the configuration, read from `origin`, against its JSON Schema. Unlike in Kubernetes objects, a null is a
 * value of the wrong type. Reports what is wrong and returns whether nothing is.
 */
export function checkConfiguration(schema: JsonObject, object: JsonObject, origin: Origin, report: Reporter): boolean {
  const errors = findViolations(object, schema);
  for (const { finding, ...place } of errors.map(explainError)) report({ ...finding, location: { origin, ...place } });
  return errors.length === 0;
}
