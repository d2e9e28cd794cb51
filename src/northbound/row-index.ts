import { type Memo, noMemo } from '../model/memo.js';
import type { NorthboundRows, Row } from '../model/northbound.js';
import { remember } from '../std/remember.js';

/** Finds rows by their keys. A table that is never asked for is never looked through. */
export interface RowIndex {
  /** Of the rows of a table; for the same keys the same set, where it is remembered. */
  readonly keysOf: (table: string) => ReadonlySet<string>;
  readonly rowsOf: (table: string) => ReadonlyMap<string, Row>;
}

/** The index of some rows. */
export function indexRows({ rows }: NorthboundRows, memo: Memo = noMemo): RowIndex {
  return {
    keysOf: remember((table) => {
      const keys = (rows.get(table) ?? []).map(({ key }) => key);
      return memo('keys of rows', table, keys, () => new Set(keys));
    }),
    rowsOf: remember((table) => {
      const list = rows.get(table) ?? [];
      return memo('rows by key', table, [list], () => new Map(list.map((row) => [row.key, row])));
    }),
  };
}
