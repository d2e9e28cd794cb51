import { Ajv, _ } from 'ajv';
import { formats } from './formats.js';
import { LIST_MAP_KEYS, listTypeKeyword } from './list-types.js';

/**
 * Creates a compiler of JSON Schemas (draft 7 and the list types of custom resource definitions). With `source`, it
 * also returns the source text of the functions. A test validates the schemas, so runs do not.
 *
 * The functions insert neither messages nor the violated parts of a schema into errors, see `findViolations`. Code for
 * these would be a third of all code, which most objects without an error would pay for.
 */
export function makeCompiler({ source }: { readonly source: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
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
