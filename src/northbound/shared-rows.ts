import type { Db, Query, QueryInput } from '../engine/query.js';
import type { NorthboundRows, Row } from '../model/northbound.js';
import { type RowsByKey, indexRows } from './row-index.js';
import { type TableSource, createTableSource } from './table-source.js';

/** The rows that all zones share, for queries about those of single zones. */
export interface SharedRowSource extends TableSource<undefined> {
  readonly rows: QueryInput<NorthboundRows>;
  /** Returns a row of a table by key. */
  readonly find: (db: Db, table: string, key: string) => Row | undefined;
}

/** Creates an input for shared rows. `name` is that of the rows in messages. */
export function createSharedRowSource(name: string): SharedRowSource {
  const rows: QueryInput<NorthboundRows> = { name };
  const tables = createTableSource<undefined>(name, { rowsIn: (db) => db.read(rows) });
  const byKey: Query<string, RowsByKey> = {
    name: 'shared rows by key',
    run: (db, table, before) => indexRows(db.get(tables.rowsOf(table), undefined), before),
  };
  const row: Query<string, Row | undefined> = {
    name: 'shared row',
    run: (db, place) => {
      const end = place.indexOf(' ');
      return db.get(byKey, place.slice(0, end)).get(place.slice(end + 1));
    },
  };
  return { ...tables, rows, find: (db, table, key) => db.get(row, `${table} ${key}`) };
}
