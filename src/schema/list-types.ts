import { type CodeKeywordDefinition, type KeywordCxt, _, stringify } from 'ajv';
import { repeatedEntries } from './repeated-entries.js';

/** Keyword for the fields whose values together must be unique in a list of the type `map`. */
export const LIST_MAP_KEYS = 'x-kubernetes-list-map-keys';

/**
 * Keyword of custom resource definitions for the uniqueness of list entries. In a `set`, the value is unique, in a
 * `map` the fields of `x-kubernetes-list-map-keys`, in an `atomic` list nothing.
 *
 * Each repeated entry is an error at its own location, with the fields in `params.keys` (none for a set).
 */
export const listTypeKeyword: CodeKeywordDefinition & { readonly keyword: string } = {
  keyword: 'x-kubernetes-list-type',
  type: 'array',
  metaSchema: { enum: ['atomic', 'set', 'map'] },
  error: { message: 'repeats an entry', params: ({ params }) => _`{keys: ${params.keys}}` },
  code: writeListCheck,
};

function writeListCheck(context: KeywordCxt): void {
  const { gen, data } = context;
  const listType = context.schema as string;
  if (listType === 'atomic') return;
  const find = gen.scopeValue('func', {
    ref: repeatedEntries,
    code: _`require("./repeated-entries.js").repeatedEntries`,
  });
  const written = listType === 'map' ? (context.parentSchema as Record<string, string[]>)[LIST_MAP_KEYS] : [];
  const keys = gen.const('keys', stringify(written));
  context.setParams({ keys });
  gen.forOf('index', _`${find}(${data}, ${keys})`, (index) => {
    context.error(true, undefined, { instancePath: index });
  });
}
