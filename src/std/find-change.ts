/** What differs between two lists: the items from `start` to `endBefore` of the first one, and to `end` of the second one. */
export interface ListChange {
  readonly start: number;
  readonly end: number;
  readonly endBefore: number;
}

/** Returns the shortest run of items outside of which two lists have the same items. */
export function findChange(before: readonly unknown[], after: readonly unknown[]): ListChange {
  if (before === after) return { start: before.length, end: before.length, endBefore: before.length };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  // Loops, because lists of a hundred thousand items are compared. Unlike `===`, `Object.is` does not look at equal items.
  while (start < shorter && Object.is(before[start], after[start])) start++;
  let [endBefore, end] = [before.length, after.length];
  while (endBefore > start && end > start && Object.is(before[endBefore - 1], after[end - 1])) {
    endBefore--;
    end--;
  }
  return { start, end, endBefore };
}

/**
 * Returns the items that only the first one, or only the second one, of two lists has. The added ones are in order. Lists
 * in the order of `compare` are walked through in step: only the items that differ take time beyond a glance. Without it,
 * or in another order, the result is the same.
 */
export function findChangedItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  compare: (one: Item, other: Item) => number = () => -1,
): { readonly gone: ReadonlySet<Item>; readonly added: readonly Item[] } {
  const { start, end, endBefore } = findChange(before, after);
  const gone = new Set<Item>();
  const added: Item[] = [];
  let [at, next] = [start, start];
  while (at < endBefore && next < end) {
    const one = before[at] as Item;
    const other = after[next] as Item;
    const isSame = Object.is(one, other);
    const order = isSame ? 0 : compare(one, other);
    if (order <= 0) at++;
    if (order >= 0) next++;
    if (order <= 0 && !isSame) gone.add(one);
    if (order >= 0 && !isSame) added.push(other);
  }
  for (; at < endBefore; at++) gone.add(before[at] as Item);
  for (; next < end; next++) added.push(after[next] as Item);
  return { gone, added: added.filter((item) => !gone.delete(item)) };
}
