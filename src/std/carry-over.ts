/** A list and a result for each of its elements. */
export interface Carried<Item, Result> {
  readonly items: readonly Item[];
  readonly results: readonly Result[];
}

/**
 * Computes a result for each element of a list that is sorted by key. `make` gets the earlier result if the same object
 * was in the last list, which is sorted, too. In an unsorted list, it may miss some.
 */
export function carryOver<Item extends { readonly key: string }, Result>(
  items: readonly Item[],
  last: Carried<Item, Result> | undefined,
  make: (item: Item, known: Result | undefined) => Result,
): Carried<Item, Result> {
  const before = last?.items ?? [];
  let at = 0;
  const results = items.map((item) => {
    if (before[at] !== item) for (; (before[at]?.key ?? item.key) < item.key; at++);
    return before[at] === item ? make(item, last?.results[at++]) : make(item, undefined);
  });
  return { items, results };
}
