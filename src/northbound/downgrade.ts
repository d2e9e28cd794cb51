import type { Columns, ColumnValue, Row, ZoneRows } from '../model/northbound.js';
import { checkColumns } from './check-row.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { northboundSchema, schemaAt } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';
import { isAvailable } from './schema/version.js';

/** A zone for an older schema, and what that schema cannot express. */
export interface Downgrade {
  /** The zone itself when nothing had to be left out. */
  readonly zone: ZoneRows;
  readonly problems: readonly RowProblem[];
}

/** The schema of OVN 25.09, which rows are made for: a target of that version or a later one takes them as they are. */
const EMITTED = '7.12.0';

/** The columns that were dropped → row → the row without them. */
type Copies = Map<string, WeakMap<Row, Row>>;

type Policy = (zone: ZoneRows) => boolean;

/** Columns that may be left out of a schema without them, because the rows then still mean the same. */
const DROPPABLE: ReadonlyMap<string, Policy> = new Map<string, Policy>([
  // Tiers only order ACLs among themselves: with one tier for all there is nothing to order.
  ['ACL.tier', hasOneTier],
  // ovn-northd writes it to report, nothing reads it back.
  ['Logical_Router_Port.status', () => true],
]);

/**
 * Leaves out what the schema version `schemaVersion` (`major.minor.patch`) does not have where the rows mean the same
 * without it, and gives a problem for everything else that it cannot hold. Copies only the rows that change.
 */
export function downgrade(zone: ZoneRows, schemaVersion: string): Downgrade {
  return createDowngrade(schemaVersion)(zone);
}

/** As `downgrade`, for many zones: a row that several zones hold stays one row. */
export function createDowngrade(schemaVersion: string): (zone: ZoneRows) => Downgrade {
  if (isAvailable(EMITTED, schemaVersion)) return (zone) => ({ zone, problems: [] });
  const schema = schemaAt(schemaVersion);
  const copies: Copies = new Map();
  return (zone) => {
    const problems: RowProblem[] = [];
    const changed = new Map<string, readonly Row[]>();
    for (const [name, rows] of zone.rows) {
      const older = olderColumns(name, schema.get(name));
      if (older.size === 0) continue;
      const policy = policyFor(name, older, zone);
      const fitted = rows.map((row) => fit(row, older, policy, copies));
      if (fitted.some((row, index) => row !== rows[index])) changed.set(name, fitted);
      for (const row of fitted) reportRest(name, row, older, schema.get(name), schemaVersion, problems);
    }
    if (changed.size === 0) return { zone, problems };
    const tables = [...zone.rows].map(([name, rows]) => [name, changed.get(name) ?? rows] as const);
    return { zone: { ...zone, rows: new Map(tables) }, problems };
  };
}

/** The columns of a table that the older schema lacks or defines otherwise. All of them where it lacks the table. */
function olderColumns(name: string, older: TableSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  for (const column of northboundSchema.get(name)?.columns.values() ?? []) {
    const there = older?.columns.get(column.name);
    const isSame = there?.since === column.since && there.key.values?.length === column.key.values?.length;
    if (!isSame) names.add(column.name);
  }
  return names;
}

function policyFor(table: string, older: ReadonlySet<string>, zone: ZoneRows): ReadonlySet<string> {
  return new Set([...older].filter((column) => DROPPABLE.get(`${table}.${column}`)?.(zone) === true));
}

function fit(row: Row, older: ReadonlySet<string>, policy: ReadonlySet<string>, copies: Copies): Row {
  let dropped: string[] | undefined;
  for (const name of older) {
    const value = row.columns[name];
    if (value !== undefined && (policy.has(name) || isDefault(value))) (dropped ??= []).push(name);
  }
  if (dropped === undefined) return row;
  const columns = dropped.join(' ');
  const known = copies.get(columns) ?? new WeakMap<Row, Row>();
  copies.set(columns, known);
  const copy = known.get(row) ?? { ...row, columns: without(row.columns, dropped) };
  known.set(row, copy);
  return copy;
}

/** A value that the column has anyway when it is not given. */
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
    if (value !== undefined) checkColumns(table, { ...row, columns: { [column]: value } }, schemaVersion, problems);
  }
}

function hasOneTier(zone: ZoneRows): boolean {
  const rows = zone.rows.get('ACL') ?? [];
  return rows.every(({ columns }) => (columns.tier ?? 0) === (rows[0]?.columns.tier ?? 0));
}
