import { changedKeys } from './changed-keys.js';
import type { RelationInput } from './query.js';

type Groups<Item> = ReadonlyMap<string, readonly Item[]>;

/** The members of a relation by key. */
export interface RelationIndex<Item> {
  /** Returns the members of a key, in the order of groups and of the items in a group. */
  readonly membersOf: (key: string) => readonly Item[];
  /** Takes over other groups. Calls `change` with each key whose members may have changed. */
  readonly update: (groups: Groups<Item>, change: (key: string) => void) => void;
}

const NONE: readonly never[] = [];

/** Creates the members of a relation. They are indexed when the first of them are asked for. */
export function createRelationIndex<Item>({ keysOf }: RelationInput<Item>, first: Groups<Item>): RelationIndex<Item> {
  let groups = first;
  /** Key → the names of groups with members of it. */
  let holders: Map<string, Set<string>> | undefined;
  const add = (known: Map<string, Set<string>>, name: string, items: readonly Item[]): void => {
    for (const item of items) {
      for (const key of keysOf(item)) {
        const names = known.get(key);
        if (names) names.add(name);
        else known.set(key, new Set([name]));
      }
    }
  };
  const indexed = (): Map<string, Set<string>> => {
    if (!holders) {
      holders = new Map();
      for (const [name, items] of groups) add(holders, name, items);
    }
    return holders;
  };
  return {
    membersOf: (key) => {
      const names = indexed().get(key);
      if (!names) return NONE;
      const hasKey = (item: Item): boolean => keysOf(item).includes(key);
      return [...names].sort().flatMap((name) => (groups.get(name) ?? NONE).filter(hasKey));
    },
    update: (after, change) => {
      const before = groups;
      groups = after;
      if (!holders || before === after) return;
      for (const name of changedKeys(before, after)) {
        const [old, now] = [before.get(name) ?? NONE, after.get(name) ?? NONE];
        const changed = new Set([...without(old, now), ...without(now, old)].flatMap(keysOf));
        for (const key of changed) holders.get(key)?.delete(name);
        add(holders, name, now);
        for (const key of changed) {
          if (holders.get(key)?.size === 0) holders.delete(key);
          change(key);
        }
      }
    },
  };
}

/** Returns the items that are not among others. */
function without<Item>(items: readonly Item[], others: readonly Item[]): readonly Item[] {
  const known = new Set(others);
  return items.filter((item) => !known.has(item));
}
