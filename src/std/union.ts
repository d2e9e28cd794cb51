/** Items that are joined to groups. */
export interface Union<Item> {
  readonly join: (one: Item, other: Item) => void;
  /** Returns one item of the group of an item, the same for all items of the group. */
  readonly rootOf: (item: Item) => Item;
}

/** Creates groups of one item each. Joins and lookups take almost constant time. */
export function createUnion<Item>(): Union<Item> {
  const parents = new Map<Item, Item>();
  const rootOf = (item: Item): Item => {
    let root = item;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = item; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  return {
    rootOf,
    join: (one, other) => {
      const [from, to] = [rootOf(one), rootOf(other)];
      if (from !== to) parents.set(from, to);
    },
  };
}
