import { Ajv, _ } from 'ajv';
import { formats } from './formats.js';
import { LIST_MAP_KEYS, listTypeKeyword } from './list-types.js';

/**
 * Makes a compiler of JSON Schemas (draft 7 and the list types of custom resource definitions) to functions, and with
 * `source` to their texts, too. All schemas are Weir's own: that they are schemas is for a test to see, not for every run.
 */
export function makeCompiler({ source }: { readonly source: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    meta: false,
    validateSchema: false,
    formats,
    code: { source, formats: _`require("./formats.js").formats` },
  });
  ajv.addVocabulary([LIST_MAP_KEYS]);
  ajv.addKeyword(listTypeKeyword);
  return ajv;
}
