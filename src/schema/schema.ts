import type { ErrorObject } from 'ajv';
import { splitPointer } from '../yaml/locate.js';
import type { JsonObject } from '../std/json.js';
import { validatorOf } from './validators.js';

/**
 * Returns all violations of a JSON Schema with the offending values, without those that only repeat another. Supports
 * draft 7 and the list types of custom resource definitions.
 */
export function findViolations(object: JsonObject, schema: JsonObject): ErrorObject[] {
  const validate = validatorOf(schema);
  return validate(object) ? [] : withoutNoise(validate.errors ?? []).map((error) => complete(error, object, schema));
}

/** Returns an error with the offending value, the violated schema and its keyword's value. */
function complete(error: ErrorObject, object: JsonObject, schema: JsonObject): ErrorObject {
  // The path of a schema is a fragment of a URI (RFC 6901 §6). Its last part is the keyword.
  const path = splitPointer(decodeURIComponent(error.schemaPath.slice(1)));
  const parentSchema = findPart(schema, path.slice(0, -1)) as JsonObject;
  return {
    ...error,
    parentSchema,
    schema: parentSchema[error.keyword],
    data: findPart(object, splitPointer(error.instancePath)),
  };
}

/** Returns the part of a value at the end of a path of fields and indexes. */
function findPart(value: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], value);
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
