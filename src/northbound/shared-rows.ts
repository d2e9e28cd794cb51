import type { Db, Query, QueryInput } from '../engine/query.js';
import type { NorthboundRows, Row, RowAttachment } from '../model/northbound.js';
import { sameItems, sameList } from '../std/same-items.js';
import { type Keys, type RowsByKey, sameRowKeys, indexRows } from './row-index.js';

/** The rows that all zones share, for queries about those of single zones. */
export interface SharedRowSource {
  readonly rows: QueryInput<NorthboundRows>;
  /** Names of the tables with rows, sorted. */
  readonly tables: Query<undefined, readonly string[]>;
  readonly rowsOf: Query<string, readonly Row[]>;
  readonly attachments: Query<undefined, readonly RowAttachment[]>;
  readonly keysOf: Query<string, Keys>;
  /** Returns a row of a table by key. */
  readonly find: (db: Db, table: string, key: string) => Row | undefined;
}

/** Creates an input for shared rows. `name` is that of the rows in messages. */
export function createSharedRowSource(name: string): SharedRowSource {
  const rows: QueryInput<NorthboundRows> = { name };
  const rowsOf: SharedRowSource['rowsOf'] = {
    name: 'shared rows of a table',
    run: (db, table) => db.read(rows).rows.get(table) ?? [],
    same: sameItems,
  };
  const byKey: Query<string, RowsByKey> = {
    name: 'shared rows by key',
    run: (db, table, before) => indexRows(db.get(rowsOf, table), before),
  };
  const row: Query<string, Row | undefined> = {
    name: 'shared row',
    run: (db, place) => {
      const end = place.indexOf(' ');
      return db.get(byKey, place.slice(0, end)).get(place.slice(end + 1));
    },
  };
  return {
    rows,
    rowsOf,
    attachments: {
      name: 'attachments of shared rows',
      run: (db) => db.read(rows).attachments,
      same: hasSameAttachments,
    },
    tables: {
      name: 'tables of shared rows',
      run: (db) => [...db.read(rows).rows.keys()].sort(),
      same: sameItems,
    },
    keysOf: { name: 'keys of shared rows', run: (db, table) => db.get(byKey, table), same: sameRowKeys },
    find: (db, table, key) => db.get(row, `${table} ${key}`),
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
