import type { ValidateFunction } from 'ajv';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../package-folder.js';
import { schemaDigest } from './digest-of.js';
import type { JsonObject } from '../std/json.js';

const load = createRequire(import.meta.url);
const loaded = new WeakMap<JsonObject, ValidateFunction>();

/**
 * Returns the validator of a schema from the file that the build has written. A run loads only the files that it needs.
 * Throws for a schema that `schemas.ts` does not list.
 */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const known = loaded.get(schema);
  if (known) return known;
  const path = fileURLToPath(new URL(`dist/validators/${schemaDigest(schema)}.cjs`, PACKAGE_FOLDER));
  const validate = load(path) as ValidateFunction;
  loaded.set(schema, validate);
  return validate;
}
