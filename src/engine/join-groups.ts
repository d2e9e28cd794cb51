import { sameItems } from '../std/same-items.js';

/** Lists of items by key, from several parts. */
export interface JoinedGroups<Item> {
  readonly parts: readonly ReadonlyMap<string, readonly Item[]>[];
  /** By key, in byte order. The items of a key are in the order of the parts. */
  readonly groups: ReadonlyMap<string, readonly Item[]>;
}

/**
 * Joins groups of parts by their keys. Groups that are equal to those of `before` are the same lists. Takes time in
 * proportion to the number of keys and to the parts that `before` does not have.
 */
export function joinGroups<Item>(
  parts: JoinedGroups<Item>['parts'],
  before: JoinedGroups<Item> = { parts: [], groups: new Map() },
): JoinedGroups<Item> {
  const groups = new Map(before.groups);
  const gone = collect(before.parts, parts);
  const added = collect(parts, before.parts);
  const changed = [...new Set([...gone.keys(), ...added.keys()])].filter(
    (key) => !sameItems(gone.get(key) ?? [], added.get(key) ?? []),
  );
  const isNew = before.parts.length === 0;
  for (const key of changed) {
    const items = isNew ? (added.get(key) ?? []) : parts.flatMap((part) => part.get(key) ?? []);
    if (items.length > 0) groups.set(key, items);
    else groups.delete(key);
  }
  if (changed.every((key) => before.groups.has(key))) return { parts, groups };
  return { parts, groups: new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Returns the items by key of the parts that are not among others. */
function collect<Item>(
  parts: JoinedGroups<Item>['parts'],
  others: JoinedGroups<Item>['parts'],
): ReadonlyMap<string, readonly Item[]> {
  const known = new Set(others);
  const found = new Map<string, Item[]>();
  for (const part of parts) {
    if (known.has(part)) continue;
    for (const [key, items] of part) {
      const group = found.get(key);
      if (group) for (const item of items) group.push(item);
      else found.set(key, [...items]);
    }
  }
  return found;
}
