import { memoizeWeak } from '../std/memoize.js';

type AnyMap = ReadonlyMap<string, unknown>;

/** The last map that another one was compared with. */
interface LastComparison {
  after: AnyMap | undefined;
  keys: readonly string[];
}

const lastOf = memoizeWeak<AnyMap, LastComparison>(() => ({ after: undefined, keys: [] }));

/**
 * Returns the keys whose entries differ in two maps, in any order. Several inputs get the same maps, so the last answer about
 * a map is remembered with it.
 */
export function changedKeys(before: AnyMap, after: AnyMap): readonly string[] {
  if (before === after) return [];
  const last = lastOf(before);
  if (last.after !== after) {
    last.keys = compare(before, after);
    last.after = after;
  }
  return last.keys;
}

function compare(before: AnyMap, after: AnyMap): readonly string[] {
  const keys: string[] = [];
  let shared = 0;
  for (const [key, value] of after) {
    const known = before.get(key);
    if (known === undefined && !before.has(key)) {
      keys.push(key);
      continue;
    }
    shared++;
    if (!Object.is(known, value)) keys.push(key);
  }
  if (shared < before.size) for (const key of before.keys()) if (!after.has(key)) keys.push(key);
  return keys;
}
