/** Returns the items that are there, in their order; the list itself where all of them are. */
export function present<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return hasAll(items) ? items : items.filter((item) => item !== undefined);
}

function hasAll<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}
