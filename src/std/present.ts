/** Returns the defined items, in their order, or the list itself if all are defined. */
export function present<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return hasAll(items) ? items : items.filter((item) => item !== undefined);
}

function hasAll<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}
