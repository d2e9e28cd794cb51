import { type Json, isObject } from '../std/json.js';

/**
 * Returns the indexes, as texts, of the entries of a list that repeat an earlier one. Compares the fields of `keys`, or
 * whole entries if there are none. Only scalars are compared, because no other value can be valid here.
 */
export function repeatedEntries(list: readonly Json[], keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const repeated: string[] = [];
  for (const [index, entry] of list.entries()) {
    const parts = keys.length === 0 ? [entry] : keys.map((key) => (isObject(entry) ? entry[key] : undefined));
    if (!parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part))) continue;
    const identity = JSON.stringify(parts);
    if (seen.has(identity)) repeated.push(String(index));
    seen.add(identity);
  }
  return repeated;
}
