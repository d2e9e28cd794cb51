/** Returns the items in order. Returns the list itself if it is ordered already, which costs one pass. */
export function inOrder<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  const isSettled = items.every((item, index) => index === 0 || compare(items[index - 1] ?? item, item) <= 0);
  return isSettled ? items : items.toSorted(compare);
}
