import type { Ajv, ValidateFunction } from 'ajv';
import { makeCompiler } from './compiler.js';
import type { JsonObject } from '../std/json.js';

const compiled = new WeakMap<JsonObject, ValidateFunction>();
let compiler: Ajv | undefined;

/**
 * Returns the function that validates by a schema, compiled when it is first asked for: for programs that run from the
 * sources. The bundle of the package has `built-validators.ts` in the place of this file.
 */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  compiler ??= makeCompiler({ source: false });
  const validate = compiler.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
