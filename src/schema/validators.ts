import type { Ajv, ValidateFunction } from 'ajv';
import { makeCompiler } from './compiler.js';
import type { JsonObject } from '../std/json.js';

const compiled = new WeakMap<JsonObject, ValidateFunction>();
let compiler: Ajv | undefined;

/**
 * Returns the validator of a schema, compiled on first use, for programs that run from the sources. The bundle of the
 * package contains `built-validators.ts` in place of this file.
 */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  compiler ??= makeCompiler({ source: false });
  const validate = compiler.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
