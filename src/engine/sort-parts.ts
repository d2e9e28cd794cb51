import { concatenate } from '../std/concatenate.js';
import { findChangedItems } from '../std/find-change.js';
import { firstAfter } from '../std/find-sorted.js';
import { sameItems, sameList } from '../std/same-items.js';

/** Lists of items, and all items of them in order. */
export interface SortedParts<Item> {
  readonly parts: readonly (readonly Item[])[];
  readonly sorted: readonly Item[];
}

/**
 * Returns the items of lists in order, equal ones in the order of the lists. If most lists are those of `before`, it
 * takes one pass instead of a sort.
 */
export function sortParts<Item>(
  parts: readonly (readonly Item[])[],
  compare: (a: Item, b: Item) => number,
  before?: SortedParts<Item>,
): SortedParts<Item> {
  const sorted = (before && updateSorted(before, parts, compare)) ?? concatenate(parts).sort(compare);
  return { parts, sorted };
}

/** Returns true if both have the same items in the same lists. */
export function haveSameParts(a: SortedParts<unknown>, b: SortedParts<unknown>): boolean {
  return sameItems(a.sorted, b.sorted) && sameList(a.parts, b.parts, sameItems);
}

/** Updates the sorted items, or returns undefined if too many changed, or if equal items are among them. */
function updateSorted<Item>(
  before: SortedParts<Item>,
  parts: readonly (readonly Item[])[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] | undefined {
  const lists = findChangedItems(before.parts, parts);
  const { gone, added } = findChangedItems(concatenate([...lists.gone]), concatenate(lists.added));
  if ((added.length + gone.size) * 8 > before.sorted.length) return undefined;
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  // An item that was there more than once is removed once.
  if (before.sorted.length - gone.size + added.length !== count) return undefined;
  return replaceSorted(before.sorted, gone, added.toSorted(compare), compare);
}

/** Returns a sorted list without some items, and with others. Undefined if equal items are among them. */
function replaceSorted<Item>(
  sorted: readonly Item[],
  removed: ReadonlySet<Item>,
  added: readonly Item[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] | undefined {
  const placeOf = (item: Item): number => firstAfter(sorted, (one) => compare(one, item) < 0);
  const removals = Array.from(removed, placeOf);
  if (removals.some((place) => !removed.has(sorted[place] as Item))) return undefined;
  const gone = new Set(removals);
  const insertions = added.map((item) => ({ item, place: placeOf(item) }));
  const isEqual = (item: Item, other: Item | undefined): boolean => other !== undefined && compare(item, other) === 0;
  const isRepeated = ({ item, place }: (typeof insertions)[number], index: number): boolean =>
    isEqual(item, sorted[gone.has(place) ? place + 1 : place]) || isEqual(item, added[index + 1]);
  if (gone.size < removals.length || insertions.some(isRepeated)) return undefined;
  const removing = removals.map((place) => ({ place, end: place + 1, items: NO_ITEMS }));
  const inserting = insertions.map(({ item, place }) => ({ place, end: place, items: [item] }));
  // At the same place, the order does not matter: the removed item is equal to the added one.
  const changes = [...inserting, ...removing].sort((a, b) => a.place - b.place);
  const runs = changes.flatMap(({ place, items }, index) => [sorted.slice(changes[index - 1]?.end ?? 0, place), items]);
  return concatenate([...runs, sorted.slice(changes.at(-1)?.end ?? 0)]);
}

const NO_ITEMS: readonly never[] = [];
