/**
 * Prepares to find items by their keys in a list in byte order of unique keys. Queries in that order mostly find the
 * item after the previous one.
 */
export function createFinder(items: readonly { readonly key: string }[]): (key: string) => number | undefined {
  let next = 0;
  return (key) => {
    if (items[next]?.key !== key) next = firstFrom(items, key);
    return items[next]?.key === key ? next++ : undefined;
  };
}

/** Returns the index of the first item, at `from` or later, whose key is not before this one. */
export function firstFrom(items: readonly { readonly key: string }[], key: string, from = 0): number {
  return firstAfter(items, (item) => item.key < key, from);
}

/** Returns the index of the first item, at `from` or later, that is not before a place. All items before it are. */
export function firstAfter<Item>(items: readonly Item[], isBefore: (item: Item) => boolean, from = 0): number {
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    // The index is within the list.
    if (isBefore(items[middle] as Item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
