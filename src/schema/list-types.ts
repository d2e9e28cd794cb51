import type { FuncKeywordDefinition } from 'ajv';
import { type Json, isObject } from '../std/json.js';

type CompileKeyword = NonNullable<FuncKeywordDefinition['compile']>;
type CheckList = ReturnType<CompileKeyword>;

/** Names the fields whose values together must be unique in a list of the type `map`. */
export const LIST_MAP_KEYS = 'x-kubernetes-list-map-keys';

/**
 * The keyword of custom resource definitions that says what makes an entry of a list unique: in a `set` its value, in a
 * `map` the fields of `x-kubernetes-list-map-keys`, in an `atomic` list nothing. Each repeated entry is an error at its
 * own place, with the fields in `params.keys` (none for a set).
 */
export const listTypeKeyword: FuncKeywordDefinition & { readonly keyword: string } = {
  keyword: 'x-kubernetes-list-type',
  type: 'array',
  metaSchema: { enum: ['atomic', 'set', 'map'] },
  errors: true,
  compile: compileListType,
};

function compileListType(listType: string, schema: Parameters<CompileKeyword>[1]): CheckList {
  const keys = listType === 'map' ? ((schema as Record<string, unknown>)[LIST_MAP_KEYS] as string[]) : [];
  if (listType === 'atomic') return () => true;
  const check: CheckList = (list: Json[], context) => {
    check.errors = repeatedEntries(list, keys).map((index) => ({
      keyword: 'x-kubernetes-list-type',
      instancePath: `${context?.instancePath ?? ''}/${index}`,
      params: { keys },
      message: 'repeats an entry',
    }));
    return check.errors.length === 0;
  };
  return check;
}

/**
 * Indexes of the entries of a list that repeat an earlier one in the fields of `keys`, or as a whole without any. Only
 * scalars are compared, for only they can be sound here.
 */
function repeatedEntries(list: readonly Json[], keys: readonly string[]): number[] {
  const seen = new Set<string>();
  const repeated: number[] = [];
  for (const [index, entry] of list.entries()) {
    const parts = keys.length === 0 ? [entry] : keys.map((key) => (isObject(entry) ? entry[key] : undefined));
    if (!parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part))) continue;
    const identity = JSON.stringify(parts);
    if (seen.has(identity)) repeated.push(index);
    seen.add(identity);
  }
  return repeated;
}
