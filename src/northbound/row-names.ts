import type { Row } from '../model/northbound.js';
import { flat, quote } from '../std/json-text.js';
import { type NameReference, columnTextsOf } from './row-text.js';

type Tables = ReadonlyMap<string, readonly Row[]>;

/** How a transaction names the rows of one table. Zones with the same rows in a table have one of these. */
export interface TableNames {
  readonly table: string;
  readonly rows: readonly Row[];
  readonly head: string;
  readonly places: ReadonlyMap<string, number>;
}

/** Names the rows of a zone that other rows refer to. */
export interface RowNames {
  readonly of: NameReference;
  readonly in: (table: string) => TableNames;
  /** The names of the tables that a row refers to. */
  readonly behind: (table: string, row: Row) => readonly TableNames[];
}

/** The names of the zone before; table → its names. */
export type LastNames = Map<string, TableNames>;

/** Starts the names of a zone. `last` gives those of tables that have the same rows as there, and is brought up to date. */
export function createNames(tables: Tables, last: LastNames = new Map()): RowNames {
  const known = new Map<string, TableNames>();
  const namesIn = (table: string): TableNames => {
    let names = known.get(table);
    if (!names) {
      const rows = tables.get(table) ?? [];
      const before = last.get(table);
      names = before && areSame(before.rows, rows) ? before : nameRows(table, rows);
      known.set(table, names);
      last.set(table, names);
    }
    return names;
  };
  return {
    in: namesIn,
    of: (table, key) => {
      const { head, places } = namesIn(table);
      const place = places.get(key);
      return place === undefined ? `["base-row","${table}",${quote(key)}]` : `${head}${place}"]`;
    },
    behind: (table, { columns }) =>
      columnTextsOf(table).flatMap(({ name, target }) =>
        target === undefined || columns[name] === undefined ? [] : [namesIn(target)],
      ),
  };
}

function areSame(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}

function nameRows(table: string, rows: readonly Row[]): TableNames {
  const places = new Map(rows.map(({ key }, index) => [key, index]));
  return { table, rows, head: flat(`["named-uuid","${table.toLowerCase()}`), places };
}
