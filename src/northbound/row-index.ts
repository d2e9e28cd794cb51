import { type Memo, noMemo } from '../engine/memo.js';
import type { NorthboundRows, Row } from '../model/northbound.js';
import { createFinder } from '../std/find-sorted.js';
import { memoize } from '../std/memoize.js';

/** Keys of rows. */
export type Keys = Pick<ReadonlySet<string>, 'size' | 'has'> & { readonly keys: () => Iterable<string> };

/** Rows by key. */
export type RowsByKey = Keys & { readonly get: (key: string) => Row | undefined };

/** A set of keys. Optimised for keys of the rows that it was created for, but accepts others. */
export interface GatheredKeys {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
}

/** Index of rows by key. A table is read when it is first queried. */
export interface RowIndex {
  /** Keys of the rows of a table. Memoized: the same set for the same keys. */
  readonly keysOf: (table: string) => Keys;
  readonly rowsOf: (table: string) => RowsByKey;
  /** Creates an empty set for keys of the rows of a table, and others. */
  readonly gather: (table: string) => GatheredKeys;
}

/** Creates an index of rows. */
export function indexRows({ rows }: Pick<NorthboundRows, 'rows'>, memo: Memo = noMemo): RowIndex {
  const listOf = (table: string): readonly Row[] => rows.get(table) ?? [];
  return {
    keysOf: memoize((table) => {
      const keys = listOf(table).map(({ key }) => key);
      return memo('keys of rows', table, keys, () => new Set(keys));
    }),
    rowsOf: memoize((table) => {
      const list = listOf(table);
      return memo('rows by key', table, [list], () => new Map(list.map((row) => [row.key, row])));
    }),
    gather: () => new Set<string>(),
  };
}

/** Creates an index that needs little memory for many rows, if keys are mostly queried in order. */
export function indexInOrder(all: Pick<NorthboundRows, 'rows'>): RowIndex {
  const { keysOf, rowsOf } = indexRows(all);
  const sortedOf = memoize((table: string): readonly Row[] | undefined => {
    const list = all.rows.get(table) ?? [];
    return areApart(list) ? list : undefined;
  });
  return {
    keysOf: memoize((table) => {
      const sorted = sortedOf(table);
      return sorted ? rowsInOrder(sorted) : keysOf(table);
    }),
    rowsOf: memoize((table) => {
      const sorted = sortedOf(table);
      return sorted ? rowsInOrder(sorted) : rowsOf(table);
    }),
    gather: (table) => {
      const sorted = sortedOf(table);
      return sorted ? gatherInOrder(sorted) : new Set<string>();
    },
  };
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

function rowsInOrder(rows: readonly Row[]): RowsByKey {
  const find = createFinder(rows);
  return {
    size: rows.length,
    has: (key) => find(key) !== undefined,
    get: (key) => rows[find(key) ?? rows.length],
    keys: () => rows.map(({ key }) => key),
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
  };
}
