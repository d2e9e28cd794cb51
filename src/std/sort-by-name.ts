/** Returns a map in byte order of its names: the map itself if it has this order already, as most have. */
export function sortByName<Value>(byName: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  let last = '';
  for (const name of byName.keys()) {
    if (name < last) return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
    last = name;
  }
  return byName;
}
