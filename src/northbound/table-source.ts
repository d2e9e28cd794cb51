import type { Db, Query } from '../engine/query.js';
import type { NorthboundRows, Row, RowAttachment } from '../model/northbound.js';
import { memoize } from '../std/memoize.js';
import { sameItems, sameList } from '../std/same-items.js';
import { type RowNames, namesOf, sameNames } from './match-names.js';
import { type Keys, indexRows, sameRowKeys } from './row-index.js';

/** Rows by table, as queries about a key: the zone that contains them, or undefined for the rows that all zones share. */
export interface TableSource<Key> {
  /** Names of the tables with rows, sorted. */
  readonly tables: Query<Key, readonly string[]>;
  readonly rowsOf: (table: string) => Query<Key, readonly Row[]>;
  readonly keysOf: (table: string) => Query<Key, Keys>;
  /** The names that matches may refer to. */
  readonly names: Query<Key, RowNames>;
  readonly attachments: Query<Key, readonly RowAttachment[]>;
}

export interface TableSourceOptions<Key> {
  readonly rowsIn: (db: Db, key: Key) => NorthboundRows;
  /** True if the rows of a key are read by what is made of them alone, so that an engine for one round does not keep them. */
  readonly hasOneReader?: true;
}

/** Creates queries of the tables of rows. `name` is that of the rows in messages. */
export function createTableSource<Key>(
  name: string,
  { rowsIn, ...options }: TableSourceOptions<Key>,
): TableSource<Key> {
  const rowsOf: TableSource<Key>['rowsOf'] = memoize((table) => ({
    ...options,
    name: `${table} rows of ${name}`,
    run: (db, key) => rowsIn(db, key).rows.get(table) ?? [],
    same: sameItems,
  }));
  return {
    tables: {
      ...options,
      name: `tables of ${name}`,
      run: (db, key) => [...rowsIn(db, key).rows.keys()].sort(),
      same: sameItems,
    },
    rowsOf,
    keysOf: memoize((table) => ({
      ...options,
      name: `keys of ${table} rows of ${name}`,
      run: (db, key, before) => indexRows(db.get(rowsOf(table), key), before),
      same: sameRowKeys,
    })),
    names: {
      ...options,
      name: `names of ${name}`,
      run: (db, key) => namesOf((table) => db.get(rowsOf(table), key)),
      same: sameNames,
    },
    attachments: {
      ...options,
      name: `attachments of ${name}`,
      run: (db, key) => rowsIn(db, key).attachments,
      same: hasSameAttachments,
    },
  };
}

/** Returns true if lists attach the same rows in the same order. */
function hasSameAttachments(before: readonly RowAttachment[], after: readonly RowAttachment[]): boolean {
  return sameList(
    before,
    after,
    (a, b) => a.table === b.table && a.key === b.key && a.column === b.column && sameItems(a.references, b.references),
  );
}
