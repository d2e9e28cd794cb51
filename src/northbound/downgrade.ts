import type { Columns, ColumnValue, NorthboundRows, Row } from '../model/northbound.js';
import { type Carried, carryOver } from '../std/carry-over.js';
import { checkColumns } from './check-row.js';
import { withColumns } from './join-rows.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { northboundSchema, schemaAt } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';
import { isAvailable } from './schema/version.js';

/** Rows for an older schema, and the parts that it does not support. */
export interface Downgrade<Rows extends NorthboundRows> {
  /** The input itself if nothing was dropped. */
  readonly rows: Rows;
  readonly problems: readonly RowProblem[];
  /** Pass it to the next downgrade, which then skips unchanged rows. */
  readonly fitted: FittedTables;
}

/** A row without the columns to drop, if it then fits an older schema. */
type Fitted = Row | undefined;

/** The rows of a table before and after. */
interface FittedTable extends Carried<Row, Fitted> {
  /** The columns that were looked at and dropped. */
  readonly columns: string;
  readonly rows: readonly Row[];
  /** True if there are no problems. */
  readonly isSound: boolean;
}

/** The rows of each table before and after. */
export type FittedTables = ReadonlyMap<string, FittedTable>;

/** Schema of OVN 25.09, for which rows are compiled. A target of this version or later accepts them unchanged. */
const EMITTED = '7.12.0';

/**
 * Returns true if a column can be dropped from the rows of a table. `others`: other rows of the table in the database.
 */
type Policy = (rows: readonly Row[], others: readonly Row[]) => boolean;

/** Columns that can be dropped for a schema that lacks them, because the rows keep their meaning. */
const DROPPABLE: ReadonlyMap<string, Policy> = new Map<string, Policy>([
  // Tiers only order ACLs among each other. With a single tier there is no order.
  ['ACL.tier', hasOneTier],
  // Written by ovn-northd as a report. No program reads it.
  ['Logical_Router_Port.status', () => true],
]);

/**
 * Drops what the schema version `schemaVersion` (`major.minor.patch`) lacks if the rows keep their meaning, and returns
 * a problem for everything else that it lacks. Copies only changed rows. `shared`: other rows in the database. `last`:
 * the result of the last downgrade to this version.
 */
export function downgrade<Rows extends NorthboundRows>(
  rows: Rows,
  schemaVersion: string,
  shared?: NorthboundRows,
  last?: FittedTables,
): Downgrade<Rows> {
  const tablesFitted = new Map<string, FittedTable>();
  if (supportsAllColumns(schemaVersion)) return { rows, problems: [], fitted: tablesFitted };
  const schema = schemaAt(schemaVersion);
  const problems: RowProblem[] = [];
  const changed = new Map<string, readonly Row[]>();
  for (const [name, list] of rows.rows) {
    const older = olderColumns(name, schema.get(name));
    if (older.size === 0) continue;
    const others = shared?.rows.get(name) ?? [];
    const droppable = new Set([...older].filter((column) => DROPPABLE.get(`${name}.${column}`)?.(list, others)));
    const columns = [...older, '', ...droppable].join(' ');
    const known = last?.get(name);
    const before = known?.columns === columns ? known : undefined;
    if (before?.isSound === true && before.items === list) {
      tablesFitted.set(name, before);
      if (before.rows !== list) changed.set(name, before.rows);
      continue;
    }
    const found = problems.length;
    const fitted: Row[] = [];
    const carried = carryOver<Row, Fitted>(list, before, (row, earlier) => {
      const own = earlier ?? fit(row, older, droppable);
      fitted.push(own);
      if (earlier) return earlier;
      const count = problems.length;
      reportRest(name, own, older, schema.get(name), schemaVersion, problems);
      return problems.length === count ? own : undefined;
    });
    const isChanged = fitted.some((row, index) => row !== list[index]);
    if (isChanged) changed.set(name, fitted);
    const isSound = problems.length === found;
    tablesFitted.set(name, { ...carried, columns, isSound, rows: isChanged ? fitted : list });
  }
  if (changed.size === 0) return { rows, problems, fitted: tablesFitted };
  const tables = [...rows.rows].map(([name, list]) => [name, changed.get(name) ?? list] as const);
  return { rows: { ...rows, rows: new Map(tables) }, problems, fitted: tablesFitted };
}

/** Returns true if a schema version (`major.minor.patch`) supports all columns and values of compiled rows. */
export function supportsAllColumns(schemaVersion: string): boolean {
  return isAvailable(EMITTED, schemaVersion);
}

/**
 * Returns the columns of a table that the older schema lacks or defines differently. Returns all of them if it lacks
 * the table.
 */
function olderColumns(name: string, older: TableSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  for (const column of northboundSchema.get(name)?.columns.values() ?? []) {
    const there = older?.columns.get(column.name);
    const isSame = there?.since === column.since && there.key.values?.length === column.key.values?.length;
    if (!isSame) names.add(column.name);
  }
  return names;
}

function fit(row: Row, older: ReadonlySet<string>, droppable: ReadonlySet<string>): Row {
  let dropped: string[] | undefined;
  for (const name of older) {
    const value = row.columns[name];
    if (value !== undefined && (droppable.has(name) || isDefault(value))) (dropped ??= []).push(name);
  }
  return dropped === undefined ? row : withColumns(row, without(row.columns, dropped));
}

/** Returns true if a value equals the default of an unset column. */
function isDefault(value: ColumnValue): boolean {
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

function without(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)));
}

function reportRest(
  name: string,
  row: Row,
  older: ReadonlySet<string>,
  table: TableSchema | undefined,
  schemaVersion: string,
  problems: RowProblem[],
): void {
  if (table === undefined) {
    const since = northboundSchema.get(name)?.since ?? '';
    problems.push(problemOf(name, row, `the table is there from schema ${since} on, the target has ${schemaVersion}`));
    return;
  }
  for (const column of older) {
    const value = row.columns[column];
    if (value !== undefined) checkColumns(table, withColumns(row, { [column]: value }), schemaVersion, problems);
  }
}

function hasOneTier(rows: readonly Row[], others: readonly Row[]): boolean {
  const tiers = new Set([...rows, ...others].map(({ columns }) => columns.tier ?? 0));
  return tiers.size <= 1;
}
