import type { Row } from '../model/northbound.js';
import { findChange } from '../std/find-change.js';
import { createFinder } from '../std/find-sorted.js';
import { once } from '../std/memoize.js';
import { sameList } from '../std/same-items.js';

/** A set of keys. Optimised for keys of the rows that it was created for, but accepts others. */
export interface GatheredKeys {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
  readonly keys: () => Iterable<string>;
}

/** Rows of a table by key. */
export interface RowsByKey extends Pick<ReadonlySet<string>, 'size' | 'has'> {
  /** Returns rows with these keys, in the order given. Only their keys are those of the index: other columns may be older. */
  readonly list: () => readonly Row[];
  /** True if the keys are sorted and unique. */
  readonly areApart: boolean;
  readonly keys: () => Iterable<string>;
  readonly get: (key: string) => Row | undefined;
  /** Creates an empty set for keys of these rows, and others. */
  readonly gather: () => GatheredKeys;
}

/** Keys of rows. */
export type Keys = Omit<RowsByKey, 'get'>;

/**
 * Indexes rows by key. Needs little memory for many rows, if keys are mostly queried in order. `before`: an index of earlier
 * rows. Keys of rows that it has are not looked at again.
 */
export function indexRows(rows: readonly Row[], before?: Keys): RowsByKey {
  return (before?.areApart ? areStillApart(before.list(), rows) : areApart(rows))
    ? indexInOrder(rows)
    : indexByMap(rows);
}

/** Returns `areApart` of rows, if it is true for the rows before them. */
function areStillApart(before: readonly Row[], rows: readonly Row[]): boolean {
  const { start, end } = findChange(before, rows);
  return areApart(rows.slice(Math.max(start - 1, 0), end + 1));
}

/** Returns true if the rows of two indexes have the same keys. Rows that are the same objects are not asked for theirs. */
export function sameRowKeys(a: Keys, b: Keys): boolean {
  return sameList(a.list(), b.list(), (row, other) => row.key === other.key) || sameKeys(a, b);
}

/** Returns true if two sets of keys are equal. */
export function sameKeys(a: Pick<Keys, 'size' | 'has' | 'keys'>, b: Pick<Keys, 'size' | 'has' | 'keys'>): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}

/** Returns true if the keys are sorted and unique. */
export function areApart(rows: readonly Pick<Row, 'key'>[]): boolean {
  let last: string | undefined;
  for (const { key } of rows) {
    if (last !== undefined && key <= last) return false;
    last = key;
  }
  return true;
}

function indexByMap(rows: readonly Row[]): RowsByKey {
  const byKey = once(() => new Map(rows.map((row) => [row.key, row])));
  return {
    list: () => rows,
    areApart: false,
    get size() {
      return byKey().size;
    },
    has: (key) => byKey().has(key),
    get: (key) => byKey().get(key),
    keys: () => byKey().keys(),
    gather: () => new Set<string>(),
  };
}

function indexInOrder(rows: readonly Row[]): RowsByKey {
  const find = createFinder(rows);
  return {
    list: () => rows,
    areApart: true,
    size: rows.length,
    has: (key) => find(key) !== undefined,
    get: (key) => rows[find(key) ?? rows.length],
    keys: () => rows.map(({ key }) => key),
    gather: () => gatherInOrder(rows),
  };
}

function gatherInOrder(rows: readonly Row[]): GatheredKeys {
  const find = createFinder(rows);
  const gathered = new Uint8Array(rows.length);
  const others = new Set<string>();
  return {
    add: (key) => {
      const place = find(key);
      if (place === undefined) others.add(key);
      else gathered[place] = 1;
    },
    has: (key) => {
      const place = find(key);
      return place === undefined ? others.has(key) : gathered[place] === 1;
    },
    keys: () => [...rows.filter((_, place) => gathered[place] === 1).map(({ key }) => key), ...others],
  };
}
