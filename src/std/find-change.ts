/** What differs between two lists: the items from `start` to `endBefore` of the first one, and to `end` of the second one. */
export interface ListChange {
  readonly start: number;
  readonly end: number;
  readonly endBefore: number;
}

/** Returns the shortest run of items outside of which two lists have the same items. */
export function findChange(before: readonly unknown[], after: readonly unknown[]): ListChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  // Loops, because lists of a hundred thousand items are compared.
  while (start < shorter && before[start] === after[start]) start++;
  let [endBefore, end] = [before.length, after.length];
  while (endBefore > start && end > start && before[endBefore - 1] === after[end - 1]) {
    endBefore--;
    end--;
  }
  return { start, end, endBefore };
}

/** Returns the items that only the first one, or only the second one, of two lists has. The added ones are in order. */
export function findChangedItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
): { readonly gone: ReadonlySet<Item>; readonly added: readonly Item[] } {
  const { start, end, endBefore } = findChange(before, after);
  const gone = new Set(before.slice(start, endBefore));
  return { gone, added: after.slice(start, end).filter((item) => !gone.delete(item)) };
}
