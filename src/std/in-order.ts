/**
 * Returns the items in an order: the list itself where they are in it already, as most are, which takes one look at
 * each. So whoever knows the list knows the outcome.
 */
export function inOrder<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  const isSettled = items.every((item, index) => index === 0 || compare(items[index - 1] ?? item, item) <= 0);
  return isSettled ? items : items.toSorted(compare);
}
