import { type Memo, noMemo } from '../model/memo.js';
import type { NorthboundRows, Row } from '../model/northbound.js';
import { createFinder } from '../std/find-sorted.js';
import { memoize } from '../std/memoize.js';

/** The keys of rows. */
export type Keys = Pick<ReadonlySet<string>, 'size' | 'has'> & { readonly keys: () => Iterable<string> };

/** Rows by their keys. */
export type RowsByKey = Keys & { readonly get: (key: string) => Row | undefined };

/** Keys that are gathered, among them some of the rows that they are for. */
export interface GatheredKeys {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
}

/** Finds rows by their keys. A table that is never asked for is never looked through. */
export interface RowIndex {
  /** Of the rows of a table; for the same keys the same set, where it is remembered. */
  readonly keysOf: (table: string) => Keys;
  readonly rowsOf: (table: string) => RowsByKey;
  /** Starts to gather keys of rows of a table, and others. */
  readonly gather: (table: string) => GatheredKeys;
}

/** Returns the index of some rows. */
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

/**
 * Returns the index of rows of which there may be very many, and which are asked for in their order for the most part.
 */
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

/** Returns true if the keys are in order, and no two the same. */
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
