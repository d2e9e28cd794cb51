import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../std/json.js';
import { validatorOf } from './validators.js';

/**
 * Returns every violation of a JSON Schema (draft 7 and the list types of custom resource definitions) with the
 * offending values, without those that only repeat another.
 */
export function findViolations(object: JsonObject, schema: JsonObject): ErrorObject[] {
  const validate = validatorOf(schema);
  return validate(object) ? [] : withoutNoise(validate.errors ?? []);
}

/** An error inside a branch of `anyOf` or `oneOf`: the error of the whole says enough. */
const IN_BRANCH = /\/(anyOf|oneOf)\/\d+\//;

/** Leaves out errors of branches, and all others of a value that has the wrong type. */
function withoutNoise(errors: readonly ErrorObject[]): ErrorObject[] {
  const whole = errors.filter(({ schemaPath }) => !IN_BRANCH.test(schemaPath));
  const mistyped = new Set<string>();
  for (const { keyword, instancePath } of whole) if (keyword === 'type') mistyped.add(instancePath);
  return whole.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath));
}
