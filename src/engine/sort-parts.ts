import { concatenate } from '../std/concatenate.js';
import { firstAfter } from '../std/find-sorted.js';

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

/** Updates the sorted items, or returns undefined if too many changed, or if equal items are among them. */
function updateSorted<Item>(
  before: SortedParts<Item>,
  parts: readonly (readonly Item[])[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] | undefined {
  const [more, fewer] = [itemsOnlyIn(parts, before.parts), itemsOnlyIn(before.parts, parts)];
  // A part with a changed item counts as a whole.
  if (more.length + fewer.length > before.sorted.length) return undefined;
  const [added, removed] = [new Set(more), new Set(fewer)];
  for (const item of added) if (removed.delete(item)) added.delete(item);
  if ((added.size + removed.size) * 8 > before.sorted.length) return undefined;
  const kept = removeSorted(before.sorted, removed, compare);
  return kept && insertSorted(kept, [...added].sort(compare), compare);
}

/** Returns the items of lists that are not among other lists. */
function itemsOnlyIn<Item>(parts: readonly (readonly Item[])[], others: readonly (readonly Item[])[]): Item[] {
  const known = new Set(others);
  return parts.flatMap((part) => (known.has(part) ? [] : part));
}

function removeSorted<Item>(
  sorted: readonly Item[],
  removed: ReadonlySet<Item>,
  compare: (a: Item, b: Item) => number,
): readonly Item[] | undefined {
  const places = Array.from(removed, (item) => firstAfter(sorted, (one) => compare(one, item) < 0)).sort(
    (a, b) => a - b,
  );
  if (places.some((place) => !removed.has(sorted[place] as Item))) return undefined;
  const runs = places.map((place, index) => sorted.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, place));
  return concatenate([...runs, sorted.slice((places.at(-1) ?? -1) + 1)]);
}

function insertSorted<Item>(
  sorted: readonly Item[],
  added: readonly Item[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] | undefined {
  const places = added.map((item) => firstAfter(sorted, (one) => compare(one, item) < 0));
  const isEqual = (a: Item | undefined, b: Item | undefined): boolean =>
    a !== undefined && b !== undefined && compare(a, b) === 0;
  if (added.some((item, index) => isEqual(item, sorted[places[index] ?? 0]) || isEqual(item, added[index + 1])))
    return undefined;
  const runs = added.flatMap((item, index) => [sorted.slice(places[index - 1] ?? 0, places[index]), [item]]);
  return concatenate([...runs, sorted.slice(places.at(-1) ?? 0)]);
}
