import type { Row, ZoneRows } from '../model/northbound.js';
import { checkIndexes } from './check-indexes.js';
import { createMatchCheck, createMatchCache } from './check-matches.js';
import { createReferenceCheck, referenceColumns } from './check-references.js';
import { checkColumns, checkRequired, requiredColumns } from './check-row.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { northboundSchema, schemaAt } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';

export type { RowProblem } from './row-problem.js';

export interface CheckOptions {
  /** Of the target, `major.minor.patch`. */
  readonly schemaVersion: string;
  /**
   * `external`: rows of base tables may be those of others, named but not listed, and so may the address sets and port
   * groups of matches. `none`: everything must be in the rows.
   */
  readonly baseRows: 'external' | 'none';
  /** Whether to remember the rows that were found good, because other zones hold them too. */
  readonly sharedRows?: boolean;
}

/** Sees a row that was just checked; rows may compute their columns at each access. */
export type RowVisitor = (table: string, row: Row, original: Row, index: number) => void;

/** Finds what is wrong with the rows of one zone, table by table in byte order, and shows each row to the visitor. */
export type RowChecker = (zone: ZoneRows, visit?: RowVisitor) => RowProblem[];

/**
 * Finds before the commit what OVSDB finds only then (types, indexes, references), and what it never finds: rows that
 * it would drop, and matches that ovn-controller cannot parse. Returns the problems in the order of tables and rows.
 */
export function checkRows(zone: ZoneRows, options: CheckOptions): RowProblem[] {
  return createRowChecker(options)(zone);
}

/** As `checkRows`, for many zones: what depends on a row alone is checked once for a row that several zones hold. */
export function createRowChecker(options: CheckOptions): RowChecker {
  const schema = schemaAt(options.schemaVersion);
  const columns = new Map([...schema].map(([name, table]) => [name, referenceColumns(table)]));
  const required = new Map([...schema].map(([name, table]) => [name, requiredColumns(table)]));
  const good: GoodRows | undefined = options.sharedRows ? new WeakMap() : undefined;
  const matches = createMatchCache(options.sharedRows === true);
  /** Checks what depends on a row alone. */
  const checkAlone = (table: TableSchema, row: Row, original: Row, problems: RowProblem[]): void => {
    const before = problems.length;
    checkColumns(table, row, options.schemaVersion, problems);
    checkRequired(table.name, required.get(table.name) ?? [], row, problems);
    if (problems.length > before) return;
    const refers = columns.get(table.name)?.some(({ name }) => row.columns[name] !== undefined) === true;
    good?.set(original, refers ? 'refers' : 'alone');
  };
  return (zone, visit) => {
    const problems: RowProblem[] = [];
    const keys = new Map([...zone.rows].map(([name, rows]) => [name, uniqueKeys(name, rows, problems)]));
    const references = createReferenceCheck(zone, { schema, columns, keys, baseRows: options.baseRows }, problems);
    const checkMatch = createMatchCheck(zone, options.baseRows === 'external', matches, problems);
    for (const name of [...zone.rows.keys()].sort()) {
      const table = schema.get(name);
      const rows = zone.rows.get(name) ?? [];
      if (table === undefined) {
        reportTable(name, rows, options, problems);
        continue;
      }
      checkIndexes(table, rows, problems);
      for (const [index, original] of rows.entries()) {
        const standing = good?.get(original);
        const row = standing === 'alone' ? original : settle(original);
        if (standing === undefined) checkAlone(table, row, original, problems);
        if (standing !== 'alone') references.checkRow(name, row);
        checkMatch(name, row, original);
        visit?.(name, row, original, index);
      }
    }
    for (const [name, rows] of zone.absent) {
      const table = schema.get(name);
      if (table === undefined) reportTable(name, rows, options, problems);
      else for (const row of rows) checkColumns(table, row, options.schemaVersion, problems);
    }
    references.finish();
    return problems;
  };
}

/** Rows that an earlier zone had and that were found good, by whether they refer to others. */
type GoodRows = WeakMap<Row, 'alone' | 'refers'>;

/** The row with its columns made once. */
function settle({ key, columns, cause }: Row): Row {
  return cause ? { key, columns, cause } : { key, columns };
}

function uniqueKeys(table: string, rows: readonly Row[], problems: RowProblem[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const row of rows) {
    if (keys.has(row.key)) problems.push(problemOf(table, row, 'another row has the same key'));
    keys.add(row.key);
  }
  return keys;
}

function reportTable(name: string, rows: readonly Row[], options: CheckOptions, problems: RowProblem[]): void {
  const since = northboundSchema.get(name)?.since;
  const message =
    since === undefined
      ? 'there is no such table'
      : `the table is there from schema ${since} on, the target has ${options.schemaVersion}`;
  for (const row of rows) problems.push(problemOf(name, row, message));
}
