/** Returns the items of lists in one list. Faster than `flat` for long lists. */
export function concatenate<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const none: Item[] = [];
  // An argument for each list would overflow the stack if there were more.
  return lists.length > MAX_ARGUMENTS ? lists.flat() : none.concat(...lists);
}

const MAX_ARGUMENTS = 10_000;
