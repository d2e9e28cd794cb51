import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { numberFormats, stringFormats } from './formats.js';
import { LIST_MAP_KEYS, listTypeKeyword } from './list-types.js';
import type { JsonObject } from '../std/json.js';

const compiled = new WeakMap<JsonObject, ValidateFunction>();
let compiler: Ajv | undefined;

/**
 * Every violation of a JSON Schema (draft 7 and the list types of custom resource definitions) with the offending
 * values, without those that only repeat another. A schema is compiled when it is first used.
 */
export function findViolations(object: JsonObject, schema: JsonObject): ErrorObject[] {
  let validate = compiled.get(schema);
  if (!validate) {
    compiler ??= makeCompiler();
    validate = compiler.compile(schema);
    compiled.set(schema, validate);
  }
  return validate(object) ? [] : withoutNoise(validate.errors ?? []);
}

/**
 * Made when the first schema needs it, for it takes a while. All schemas are Weir's own: that they are schemas is for a
 * test to see, not for every run.
 */
function makeCompiler(): Ajv {
  const trusted = { meta: false, validateSchema: false } as const;
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, ownProperties: true, ...trusted });
  ajv.addVocabulary([LIST_MAP_KEYS]);
  ajv.addKeyword(listTypeKeyword);
  for (const [name, validate] of Object.entries(stringFormats)) ajv.addFormat(name, { type: 'string', validate });
  for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: 'number', validate });
  return ajv;
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
