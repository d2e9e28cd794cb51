import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../std/json.js';
import { validatorOf } from './validators.js';

/**
 * Returns all violations of a JSON Schema with the offending values, without those that only repeat another. Supports
 * draft 7 and the list types of custom resource definitions.
 */
export function findViolations(object: JsonObject, schema: JsonObject): ErrorObject[] {
  const validate = validatorOf(schema);
  return validate(object) ? [] : withoutNoise(validate.errors ?? []);
}

/** An error in a branch of `anyOf` or `oneOf`. The error of the whole is sufficient. */
const IN_BRANCH = /\/(anyOf|oneOf)\/\d+\//;

/** Removes errors of branches, and all other errors of a value with the wrong type. */
function withoutNoise(errors: readonly ErrorObject[]): ErrorObject[] {
  const whole = errors.filter(({ schemaPath }) => !IN_BRANCH.test(schemaPath));
  const mistyped = new Set<string>();
  for (const { keyword, instancePath } of whole) if (keyword === 'type') mistyped.add(instancePath);
  return whole.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath));
}
