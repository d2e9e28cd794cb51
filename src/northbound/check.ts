import type { ClusterRows, NorthboundRows, Row, ZoneRows } from '../model/northbound.js';
import { type Memo, noMemo } from '../model/memo.js';
import { createIndexCheck } from './check-indexes.js';
import { createMatchChecks } from './check-matches.js';
import { type RowsByKey, createReferenceChecks } from './check-references.js';
import { checkColumns, checkRequired, requiredColumns } from './check-row.js';
import { joinColumns } from './join-rows.js';
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
  /** Whether rows that a template gives count as sound: they have no references, and tests check the template. */
  readonly trustsTemplates?: boolean;
}

/** Sees a row that was just checked; rows may compute their columns at each access. */
export type RowVisitor = (table: string, row: Row) => void;

/** What is wrong with the rows that all zones share, and a function that finds what is with the rows of a zone beside them. */
export interface ClusterCheck {
  readonly problems: readonly RowProblem[];
  readonly checkOwn: (own: NorthboundRows, visit?: RowVisitor) => RowProblem[];
}

/** A row with its columns made once, and what is wrong with them. */
interface CheckedRow {
  readonly row: Row;
  readonly problems: readonly RowProblem[];
}

const NO_BASES: ReadonlyMap<string, Row> = new Map();
const NO_ROWS: NorthboundRows = { rows: new Map(), attachments: [], absent: new Map() };

/**
 * Finds before the commit what OVSDB finds only then (types, indexes, references), and what it never finds: rows that
 * it would drop, and matches that ovn-controller cannot parse. Returns the problems in the order of tables and rows.
 */
export function checkRows(zone: ZoneRows, options: CheckOptions): RowProblem[] {
  return checkShared(NO_ROWS, options).checkOwn(zone);
}

/** As `checkRows`, for many zones: what they share is checked once. Each row is shown to the visitor, in order. */
export function checkShared(
  shared: ClusterRows['shared'],
  options: CheckOptions,
  visit?: RowVisitor,
  memo: Memo = noMemo,
): ClusterCheck {
  const schema = schemaAt(options.schemaVersion);
  const required = new Map([...schema].map(([name, table]) => [name, requiredColumns(table)]));
  const known = indexRows(shared);
  const indexes = createIndexCheck();
  const references = createReferenceChecks(schema, options.baseRows, known);
  const matches = createMatchChecks(shared, options.baseRows === 'external', memo);
  const checkAlone = (table: TableSchema, original: Row, base: Row | undefined): CheckedRow => {
    const row = settle(original);
    const problems: RowProblem[] = [];
    const whole = base ? { ...row, columns: joinColumns(base.columns, row.columns) } : row;
    checkColumns(table, row, options.schemaVersion, problems);
    checkRequired(table.name, required.get(table.name) ?? [], whole, problems);
    return { row, problems };
  };

  const checkAll = (rows: NorthboundRows, isShared: boolean, show: RowVisitor | undefined): RowProblem[] => {
    const problems: RowProblem[] = [];
    const rowsByKey = isShared ? known : indexRows(rows);
    const checkReferences = references(rows, rowsByKey, problems, isShared);
    const checkMatch = matches(rows, problems, isShared);
    for (const name of [...rows.rows.keys()].sort()) {
      const table = schema.get(name);
      const own = rows.rows.get(name) ?? [];
      if (table === undefined) {
        reportTable(name, own, options, problems);
        continue;
      }
      const bases = isShared ? undefined : (known.get(name) ?? NO_BASES);
      if (bases || rowsByKey.get(name)?.size !== own.length) reportTwins(table, own, bases, problems);
      indexes(table, own, bases, problems);
      for (const original of own) {
        if (options.trustsTemplates === true && original.render) {
          show?.(name, original);
          continue;
        }
        const base = bases?.get(original.key);
        const inputs = [options.schemaVersion, base];
        const { row, problems: found } = memo('checked row', original, inputs, () => checkAlone(table, original, base));
        for (const problem of found) problems.push(problem);
        checkReferences.checkRow(name, row);
        if (!base) checkMatch.checkRow(name, row, original);
        show?.(name, row);
      }
    }
    for (const [name, own] of rows.absent) {
      const table = schema.get(name);
      if (table === undefined) reportTable(name, own, options, problems);
      else for (const row of own) checkColumns(table, row, options.schemaVersion, problems);
    }
    checkMatch.finish();
    checkReferences.finish();
    return problems;
  };
  return { problems: checkAll(shared, true, visit), checkOwn: (own, show) => checkAll(own, false, show) };
}

/** Table → key → row. */
function indexRows({ rows }: NorthboundRows): RowsByKey {
  return new Map([...rows].map(([name, list]) => [name, new Map(list.map((row) => [row.key, row]))]));
}

/** The row with its columns made once. */
function settle({ key, columns, cause, namespace }: Row): Row {
  if (cause) return { key, columns, cause };
  return namespace === undefined ? { key, columns } : { key, columns, namespace };
}

/** Two rows of one key; what only adds to the sets of a shared row is no second row. */
function reportTwins(
  table: TableSchema,
  rows: readonly Row[],
  bases: ReadonlyMap<string, Row> | undefined,
  problems: RowProblem[],
): void {
  const keys = new Set<string>();
  for (const row of rows) {
    const isTwin = keys.has(row.key) || (bases?.has(row.key) === true && !isAddition(table, row));
    if (isTwin) problems.push(problemOf(table.name, row, 'another row has the same key'));
    keys.add(row.key);
  }
}

function isAddition({ columns: schema }: TableSchema, { columns }: Row): boolean {
  return Object.keys(columns).every((name) => {
    const column = schema.get(name);
    return column !== undefined && column.max > 1 && column.value === undefined;
  });
}

function reportTable(name: string, rows: readonly Row[], options: CheckOptions, problems: RowProblem[]): void {
  const since = northboundSchema.get(name)?.since;
  const message =
    since === undefined
      ? 'there is no such table'
      : `the table is there from schema ${since} on, the target has ${options.schemaVersion}`;
  for (const row of rows) problems.push(problemOf(name, row, message));
}
