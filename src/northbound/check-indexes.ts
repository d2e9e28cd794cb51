import type { Db, Query } from '../engine/query.js';
import type { Row } from '../model/northbound.js';
import { hasSameContent } from '../std/same-items.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { Keys } from './row-index.js';
import { isShaped } from './row-shape.js';
import type { TableSchema } from './schema/table.js';
import type { SharedRowSource } from './shared-rows.js';

type Value = string | number | boolean;

/** Key of the first row with each value of an index. */
type Indexed = ReadonlyMap<Value, string>;

/** Returns the rows that all zones share by an index of a table. */
export type FindIndexed = (table: string, index: readonly string[]) => Indexed;

/** Creates a query of the rows that all zones share by an index. The key of a row of a shape is its value. */
export function createSharedIndexes(source: SharedRowSource) {
  const indexed: Query<string, Indexed> = {
    name: 'shared rows by an index',
    run: (db, place) => {
      const [table = '', ...index] = place.split(' ');
      const first = new Map<Value, string>();
      for (const row of db.get(source.rowsOf(table), undefined)) {
        const value = valueOf(row, index);
        if (!first.has(value)) first.set(value, row.key);
      }
      return first;
    },
    same: hasSameContent,
  };
  return (db: Db): FindIndexed =>
    (table, index) =>
      db.get(indexed, [table, ...index].join(' '));
}

/**
 * Checks that no two rows of a table share an index. `findIndexed`: the rows of all zones, if the rows are those that only one
 * zone has. See RFC 7047 §3.2 <table-schema>.
 */
export function checkIndexes(
  table: TableSchema,
  rows: readonly Row[],
  { keys, findIndexed }: { readonly keys: Keys; readonly findIndexed?: FindIndexed | undefined },
  problems: RowProblem[],
): void {
  for (const index of table.indexes) {
    if (!findIndexed && areDistinct(rows, index, keys)) continue;
    const seen = new Map<Value, string>();
    for (const row of rows) {
      const value = valueOf(row, index);
      const first = seen.get(value) ?? findIndexed?.(table.name, index).get(value);
      if (first === undefined) {
        seen.set(value, row.key);
      } else {
        const message = `has the same ${index.join(' and ')} as '${first}', which must be unique`;
        problems.push(problemOf(table.name, row, message, index[0]));
      }
    }
  }
}

/** Checks that a table does not exceed its maximum number of rows. `others`: the number of further rows. */
export function checkSize(table: TableSchema, rows: readonly Row[], others: number, problems: RowProblem[]): void {
  const excess = rows[table.maxRows - others];
  if (excess !== undefined)
    problems.push(problemOf(table.name, excess, `the table takes at most ${table.maxRows} row`));
}

/** Returns true if no two rows share an index. Looks only at those without a shape: the value of others is their key. */
function areDistinct(rows: readonly Row[], index: readonly string[], keys: Keys): boolean {
  if (!keys.areApart) return false;
  const seen = new Set<Value>();
  for (const row of rows) {
    if (isShaped(row)) continue;
    const value = valueOf(row, index);
    if (seen.has(value) || (value !== row.key && keys.has(`${value}`))) return false;
    seen.add(value);
  }
  return true;
}

function valueOf(row: Row, index: readonly string[]): Value {
  if (isShaped(row)) return row.key;
  const { columns } = row;
  const only = index.length === 1 ? columns[index[0] ?? ''] : undefined;
  if (typeof only === 'string' || typeof only === 'number') return only;
  return JSON.stringify(index.map((column) => columns[column] ?? ''));
}
