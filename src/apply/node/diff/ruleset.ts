import { compareText } from '../../../std/compare-text.js';
import type { NamedSet, Ruleset, RulesetListing, SetElement } from '../../../model/node-state.js';
import { canonicalAddress } from '../../../net/address.js';
import { sortedJson } from '../../../std/json-text.js';
import { textOf } from '../../../model/kubernetes-object.js';
import { isObject } from '../../../std/json.js';

/** Name of Weir's table. */
export const TABLE = 'inet weir';

/** A name or comment that can be quoted in a ruleset. */
const QUOTABLE = /^[^"\\\n\r\0]{1,128}$/;

/**
 * Parses a listing of Weir's table. Handles and the order of elements are dropped, so that listings of one nft on one
 * kernel compare by meaning.
 */
export function parseRuleset({ json, text }: RulesetListing): Ruleset {
  const parsed: unknown = JSON.parse(json);
  const listed = isObject(parsed) && Array.isArray(parsed.nftables) ? parsed.nftables.filter(isObject) : [];
  const sets = new Map<string, NamedSet>();
  const others: string[] = [];
  const rules: string[] = [];
  let isWhole = true;
  for (const item of listed) {
    const [sort, value] = Object.entries(item)[0] ?? [];
    if (sort === undefined || sort === 'metainfo' || !isObject(value)) continue;
    const rest: Record<string, unknown> = { ...value };
    delete rest.handle;
    delete rest.elem;
    const declaration = sortedJson({ [sort]: rest });
    // Rules of a chain are ordered. All other declarations have unique names.
    if (sort === 'rule') rules.push(declaration);
    else others.push(declaration);
    if (sort !== 'set' && sort !== 'map') continue;
    const elements = parseElements(value.elem, sort);
    isWhole &&= elements !== undefined;
    sets.set(textOf(value.name), { sort, declaration, elements: elements ?? new Map<string, SetElement>() });
  }
  const unread = isWhole ? [] : [sortedJson(listed.map(({ set, map }) => set ?? map))];
  const byChain = rules.sort((a, b) => compareText(chainOf(a), chainOf(b)));
  return {
    definition: [...others.sort(compareText), ...byChain, ...unread].join('\n'),
    sets,
    isWhole,
    ...(text === undefined ? {} : { text }),
  };
}

/** Returns the chain of a rule's declaration. Its members are in byte order, so the chain comes first. */
function chainOf(declaration: string): string {
  return /"chain":"([^"]*)"/.exec(declaration)?.[1] ?? '';
}

/** Parses elements. Returns undefined if an element has a form that Weir never creates. */
function parseElements(value: unknown, sort: 'set' | 'map'): ReadonlyMap<string, SetElement> | undefined {
  const elements = new Map<string, SetElement>();
  for (const item of Array.isArray(value) ? value : []) {
    const [written, data] = sort === 'map' && Array.isArray(item) ? (item as unknown[]) : [item];
    const { plain, comment } = unwrap(written);
    const key = wordsOf(plain);
    const dataText = data === undefined ? undefined : wordsOf(data);
    if (key === undefined || (sort === 'map') !== (dataText !== undefined)) return undefined;
    if (comment !== undefined && !QUOTABLE.test(comment)) return undefined;
    elements.set(key, {
      key,
      ...(dataText === undefined ? {} : { data: dataText }),
      ...(comment === undefined ? {} : { comment }),
    });
  }
  return elements;
}

/** Unwraps `{elem: {val, comment}}`, the form of an element with a comment. */
function unwrap(item: unknown): { readonly plain: unknown; readonly comment?: string } {
  const wrapped = isObject(item) && isObject(item.elem) ? item.elem : undefined;
  if (!wrapped) return { plain: item };
  const known = Object.keys(wrapped).every((name) => name === 'val' || name === 'comment');
  if (!known) return { plain: undefined };
  return { plain: wrapped.val, ...(typeof wrapped.comment === 'string' ? { comment: wrapped.comment } : {}) };
}

/** Returns a key or datum in ruleset syntax: addresses, and quoted names. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return canonicalAddress(value) ?? (QUOTABLE.test(value) ? `"${value}"` : undefined);
  const parts = concatenationOf(value)?.map(wordsOf);
  return parts?.every((part) => part !== undefined) ? parts.join(' . ') : undefined;
}

function concatenationOf(value: unknown): readonly unknown[] | undefined {
  const parts: unknown = isObject(value) ? value.concat : undefined;
  return Array.isArray(parts) ? parts : undefined;
}

/** Returns the interfaces and addresses that the maps of a ruleset translate to: `<interface> <address>`. */
export function translatedAddresses({ sets }: Ruleset): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { elements } of sets.values()) {
    for (const { key, data } of elements.values()) {
      const name = / \. "([^"]+)"$/.exec(key)?.[1];
      if (name !== undefined && data !== undefined) found.add(`${name} ${data}`);
    }
  }
  return found;
}
