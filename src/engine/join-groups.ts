import { concatenate } from '../std/concatenate.js';
import { sortByName } from '../std/sort-by-name.js';
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
export function joinGroups<Item>(parts: JoinedGroups<Item>['parts'], before?: JoinedGroups<Item>): JoinedGroups<Item> {
  if (!before) {
    const groups = new Map(Array.from(collect(parts, []), ([key, lists]) => [key, join(lists)]));
    return { parts, groups: sortByName(groups) };
  }
  const groups = new Map(before.groups);
  const gone = collect(before.parts, parts);
  const added = collect(parts, before.parts);
  const changed = [...new Set([...gone.keys(), ...added.keys()])].filter(
    (key) => !sameItems(join(gone.get(key) ?? []), join(added.get(key) ?? [])),
  );
  const listsOf = createLookup(parts, changed.length);
  for (const key of changed) {
    const items = join(listsOf(key));
    if (items.length > 0) groups.set(key, items);
    else groups.delete(key);
  }
  return { parts, groups: sortByName(groups) };
}

/** Returns a function that returns the lists of a key. `asked`: for how many keys it is called. */
function createLookup<Item>(
  parts: JoinedGroups<Item>['parts'],
  asked: number,
): (key: string) => readonly (readonly Item[])[] {
  const entries = parts.reduce((sum, { size }) => sum + size, 0);
  if (asked * parts.length <= entries) return (key) => parts.flatMap((part) => [part.get(key) ?? []]);
  const all = collect(parts, []);
  return (key) => all.get(key) ?? [];
}

/** Returns the only list, or one of all items. */
function join<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const [first = [], second] = lists;
  return second ? concatenate(lists) : first;
}

/** Returns the lists of each key of the parts that are not among others. */
function collect<Item>(
  parts: JoinedGroups<Item>['parts'],
  others: JoinedGroups<Item>['parts'],
): ReadonlyMap<string, readonly (readonly Item[])[]> {
  const known = new Set(others);
  const found = new Map<string, (readonly Item[])[]>();
  for (const part of parts) {
    if (known.has(part)) continue;
    for (const [key, items] of part) {
      const lists = found.get(key);
      if (lists) lists.push(items);
      else found.set(key, [items]);
    }
  }
  return found;
}
