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
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((items[middle]?.key ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
