import type { NorthboundRows, Row, ZoneRows } from '../model/northbound.js';
import { type Memo, noMemo } from '../engine/memo.js';
import { createIndexCheck } from './check-indexes.js';
import { type MatchCheck, type Mention, createMatchChecks } from './check-matches.js';
import { type Kept, type ReferenceCheck, createReferenceChecks } from './check-references.js';
import { checkColumns, checkRequired, requiredColumns } from './check-row.js';
import { joinColumns } from './join-rows.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { type Keys, type RowIndex, type RowsByKey, areApart, indexInOrder, indexRows } from './row-index.js';
import { northboundSchema, schemaAt } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';
import { groupBy } from '../std/group-by.js';
import { once } from '../std/memoize.js';

export type { RowProblem } from './row-problem.js';

export interface SoundnessOptions {
  /** Schema version of the target, `major.minor.patch`. */
  readonly schemaVersion: string;
  /**
   * `external`: rows of base tables, and address sets and port groups of matches, may belong to other programs and be
   * missing here. `none`: everything must be in the rows.
   */
  readonly baseRows: 'external' | 'none';
  /**
   * If true, rows made by a template are considered valid. Tests check the template, its references, and that its rows
   * are referenced.
   */
  readonly trustsTemplates?: boolean;
}

/** Receives a row that was just checked. Rows may compute their columns at each access. */
export type RowVisitor = (table: string, row: Row) => void;

/**
 * Problems of the rows that all zones share, and a function that returns those of the rows of a zone in addition to
 * them.
 */
export interface ClusterCheck {
  readonly problems: readonly RowProblem[];
  readonly checkOwn: (own: NorthboundRows, visit?: RowVisitor) => RowProblem[];
  /** All inputs from the shared rows that the result for a zone with rows of these tables depends on. */
  readonly inputsOf: (tables: Iterable<string>) => readonly unknown[];
}

const NO_BASES: RowsByKey = new Map<string, Row>();
const NO_ROWS: NorthboundRows = { rows: new Map(), attachments: [], absent: new Map() };

/** A row whose columns were computed once, and its problems. */
interface CheckedRow {
  readonly row: Row;
  readonly problems: readonly RowProblem[];
}

/**
 * Returns problems that OVSDB only finds at commit (types, indexes, references), rows that it would silently drop, and
 * matches that ovn-controller cannot parse. The order is that of tables and rows.
 */
export function checkRows(zone: ZoneRows, options: SoundnessOptions): RowProblem[] {
  return checkShared(NO_ROWS, options).checkOwn(zone);
}

/** Problems of the rows of a table, and data for the other checks. */
interface CheckedTable {
  readonly problems: readonly RowProblem[];
  readonly kept: Kept;
  readonly mentions: readonly Mention[];
}

/**
 * Checks the rows of many zones like `checkRows`, but their shared rows only once. The visitor of a zone receives each
 * of its rows, in order.
 */
export function checkShared(shared: NorthboundRows, options: SoundnessOptions, memo: Memo = noMemo): ClusterCheck {
  const schema = schemaAt(options.schemaVersion);
  const required = new Map([...schema].map(([name, table]) => [name, requiredColumns(table)]));
  const known = memo === noMemo ? indexInOrder(shared) : indexRows(shared, memo);
  const isTrusted = (row: Row): boolean => options.trustsTemplates === true && row.render !== undefined;
  const indexes = createIndexCheck(shared.rows, isTrusted);
  const references = createReferenceChecks(schema, { baseRows: options.baseRows, isTrusted }, known, memo);
  const matches = createMatchChecks(shared, { allowsUnknown: options.baseRows === 'external', isTrusted }, memo);
  const checkAlone = (table: TableSchema, original: Row, base: Row | undefined): CheckedRow => {
    const row = settle(original);
    const problems: RowProblem[] = [];
    const whole = base ? { ...row, columns: joinColumns([base.columns, row.columns]) } : row;
    checkColumns(table, row, options.schemaVersion, problems);
    checkRequired(table.name, required.get(table.name) ?? [], whole, problems);
    return { row, problems };
  };

  /** Checks the rows of a table. `bases`: the shared rows, if the rows are those of a zone. */
  const checkTable = (
    table: TableSchema,
    own: readonly Row[],
    bases: RowsByKey | undefined,
    { index, checkReferences, checkMatch, show }: Pass,
  ): CheckedTable => {
    const problems: RowProblem[] = [];
    const kept: Kept = new Map();
    const mentions: Mention[] = [];
    const areTrusted = own.every(isTrusted);
    const areSingle = areTrusted || areApart(own);
    if (!areSingle || (bases && haveCommon(index.keysOf(table.name), bases)))
      reportTwins(table, own, { bases, areSingle, isTrusted }, problems);
    if (!areTrusted) indexes(table, own, bases, problems);
    for (const original of own) {
      if (isTrusted(original)) {
        show?.(table.name, original);
        continue;
      }
      const base = bases?.get(original.key);
      const inputs = [options.schemaVersion, base];
      const task = original.render ? `checked ${table.name} of a template` : 'checked row';
      const { row, problems: found } = memo(task, original, inputs, () => checkAlone(table, original, base));
      for (const problem of found) problems.push(problem);
      checkReferences.checkRow(table.name, row, kept, problems);
      if (!base) checkMatch.checkRow(table.name, row, original, mentions, problems);
      show?.(table.name, row);
    }
    return { problems, kept, mentions };
  };

  const checkAll = (rows: NorthboundRows, isShared: boolean, show: RowVisitor | undefined) => {
    const index = isShared ? known : indexInOrder(rows);
    const checkReferences = references.of(rows, index, isShared);
    const checkMatch = matches.of(rows, isShared);
    const pass: Pass = { index, checkReferences, checkMatch, show };
    const problems: RowProblem[] = [];
    const tables = [...rows.rows.keys()].sort().flatMap((name): CheckedTable[] => {
      const table = schema.get(name);
      const own = rows.rows.get(name) ?? [];
      if (table === undefined) {
        reportTable(name, own, options, problems);
        return [];
      }
      const check = (): CheckedTable => checkTable(table, own, isShared ? undefined : basesOf(name), pass);
      // The inputs of a table include every key, so a single compilation does not compute them.
      const isRemembered = isShared && memo !== noMemo;
      const checked = isRemembered ? memo('checked table', name, [own, ...inputsOfTable()], check) : check();
      for (const problem of checked.problems) problems.push(problem);
      return [checked];
    });
    for (const [name, own] of rows.absent) {
      const table = schema.get(name);
      if (table === undefined) reportTable(name, own, options, problems);
      else for (const row of own) checkColumns(table, row, options.schemaVersion, problems);
    }
    if (!isShared) checkMatch.finish(mentionsByName, problems);
    checkReferences.finish(
      tables.map(({ kept }) => kept),
      problems,
    );
    return { problems, mentions: tables.flatMap(({ mentions }) => mentions) };
  };
  const basesOf = (name: string): RowsByKey => (shared.rows.has(name) ? known.rowsOf(name) : NO_BASES);
  /** Inputs of the check of a table. */
  const inputsOfTable = (): readonly unknown[] => [
    ...[options.schemaVersion, options.baseRows, options.trustsTemplates, matches.sharedNames],
    ...[...shared.rows.keys()].map(known.keysOf),
  ];
  const { problems, mentions } = checkAll(shared, true, undefined);
  const mentionsByName = once(() => groupBy(mentions, ({ name }) => name));
  return {
    problems,
    checkOwn: (own, show) => checkAll(own, false, show).problems,
    inputsOf: (tables) => [
      ...[...tables].map((name) => shared.rows.get(name)),
      ...inputsOfTable(),
      ...mentions.flatMap(({ name, row }) => [name, row]),
      ...references.loose(),
    ],
  };
}

/** State of the checks of one pass: over the rows that all zones share, or those of a zone. */
interface Pass {
  readonly index: RowIndex;
  readonly checkReferences: ReferenceCheck;
  readonly checkMatch: MatchCheck;
  readonly show: RowVisitor | undefined;
}

/** Returns the row with its columns computed once. */
function settle({ key, columns, cause, namespace }: Row): Row {
  if (cause) return { key, columns, cause };
  return namespace === undefined ? { key, columns } : { key, columns, namespace };
}

function haveCommon(keys: Keys, bases: RowsByKey): boolean {
  const [few, many] = keys.size < bases.size ? [keys, bases] : [bases, keys];
  for (const key of few.keys()) if (many.has(key)) return true;
  return false;
}

/** Reports rows with the same key, except trusted rows and additions to sets of a shared row. */
function reportTwins(
  table: TableSchema,
  rows: readonly Row[],
  {
    bases,
    areSingle,
    isTrusted,
  }: {
    readonly bases: RowsByKey | undefined;
    readonly areSingle: boolean;
    readonly isTrusted: (row: Row) => boolean;
  },
  problems: RowProblem[],
): void {
  const keys = new Set<string>();
  for (const row of rows) {
    const isSecond = bases?.has(row.key) === true && !isTrusted(row) && !isAddition(table, row);
    if (isSecond || keys.has(row.key)) problems.push(problemOf(table.name, row, 'another row has the same key'));
    if (!areSingle) keys.add(row.key);
  }
}

function isAddition({ columns: schema }: TableSchema, { columns }: Row): boolean {
  return Object.keys(columns).every((name) => {
    const column = schema.get(name);
    return column !== undefined && column.max > 1 && column.value === undefined;
  });
}

function reportTable(name: string, rows: readonly Row[], options: SoundnessOptions, problems: RowProblem[]): void {
  const since = northboundSchema.get(name)?.since;
  const message =
    since === undefined
      ? 'there is no such table'
      : `the table is there from schema ${since} on, the target has ${options.schemaVersion}`;
  for (const row of rows) problems.push(problemOf(name, row, message));
}
