/** Returns a map in the order of its names. Maps from the inventory mostly have this order already. */
export function sortByName<Value>(byName: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  let last = '';
  for (const name of byName.keys()) {
    if (name < last) return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
    last = name;
  }
  return byName;
}
