import type { Row } from '../model/northbound.js';
import { memoize } from '../std/memoize.js';
import { checkIndexes, checkSize } from './check-indexes.js';
import { type Mention, checkRowMatch } from './check-matches.js';
import { type Kept, type ReferenceContext, checkReferences } from './check-references.js';
import { checkColumns, reportMissing } from './check-row.js';
import type { MatchNames } from './match/match.js';
import { type RowNames, matchNames } from './match-names.js';
import type { GatheredKeys, Keys } from './row-index.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { isShaped } from './row-shape.js';
import type { RowRules } from './row-rules.js';
import { northboundSchema } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';

/** What the rows of a table are checked against. */
export interface TablePass {
  readonly rules: RowRules;
  /** Returns the keys of the rows of a table. */
  readonly index: (table: string) => Keys;
  /** The shared rows of a table, if the rows are those of a zone. */
  readonly basesOf?: (table: string) => Keys;
  readonly references: ReferenceContext;
  readonly names: Required<MatchNames>;
}

/**
 * Returns what rows are checked against. `index` returns the keys of the rows of a table, and `others` those of further
 * rows that references may lead to. `names`: what matches may refer to.
 */
export function createTablePass(
  rules: RowRules,
  index: (table: string) => Keys,
  names: readonly RowNames[],
  others: (table: string) => Keys | undefined = () => undefined,
): TablePass {
  const finderOf = memoize((table: string) => {
    const [keys, more] = [index(table), others(table)];
    return (key: string) => keys.has(key) || more?.has(key) === true;
  });
  return {
    rules,
    index,
    references: { rules, finderOf, gather: (table) => index(table).gather() },
    names: matchNames(names, rules.options.baseRows === 'external'),
  };
}

/** Problems of rows of a table, and data for the other checks. */
export interface CheckedRows {
  readonly problems: readonly RowProblem[];
  readonly kept: Kept;
  /** Matches of shared rows that refer to address sets. */
  readonly mentions: readonly Mention[];
  /** Shared rows that have no shape. */
  readonly unshaped: readonly Row[];
  /** Problems of the rows of a zone that have the key of a shared row and do not add to it. */
  readonly twins: readonly RowProblem[];
  /** Rows of a zone that add to no shared row. */
  readonly alone: readonly Row[];
}

/** Checks shared rows of a table against each other: their keys and indexes. Returns the problems. */
export function checkTogether(
  table: TableSchema,
  rows: readonly Row[],
  index: TablePass['index'],
): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  if (rows.every(isShaped)) return problems;
  const keys = index(table.name);
  reportTwins(table, rows, keys, problems);
  checkIndexes(table, rows, { keys }, problems);
  checkSize(table, rows, 0, problems);
  return problems;
}

/** Checks rows of a table one by one. */
export function checkEach(table: TableSchema, rows: readonly Row[], pass: TablePass): CheckedRows {
  const { rules, references, names } = pass;
  const problems: RowProblem[] = [];
  const twins: RowProblem[] = [];
  const alone: Row[] = [];
  const kept = new Map<string, GatheredKeys>();
  const mentions: Mention[] = [];
  const unshaped: Row[] = [];
  const bases = pass.basesOf?.(table.name);
  for (const original of rows) {
    const isBased = bases?.has(original.key) === true;
    if (bases && !isBased) alone.push(original);
    if (isShaped(original)) continue;
    if (!bases) unshaped.push(original);
    const { row, problems: found, missing } = rules.checkAlone(table, original);
    for (const problem of found) problems.push(problem);
    // The shared row to which it adds is checked by itself.
    if (!isBased) reportMissing(table.name, row, missing, problems);
    else if (!isAddition(table, row)) twins.push(problemOf(table.name, row, TWIN));
    checkReferences(table.name, row, references, kept, problems);
    if (isBased) continue;
    for (const { about, name } of checkRowMatch(table.name, original, row, names, rules.matches, problems))
      if (!bases && about === 'hasAddressSet') mentions.push({ name, table: table.name, row: original });
  }
  return { problems, kept, mentions, unshaped, twins, alone };
}

/** Checks the columns of rows that must not exist. */
export function checkAbsent(
  absent: ReadonlyMap<string, readonly Row[]>,
  { schema, options }: RowRules,
  problems: RowProblem[],
): void {
  for (const [name, rows] of absent) {
    const table = schema.get(name);
    if (table === undefined) reportTable(name, rows, options.schemaVersion, problems);
    else for (const row of rows) checkColumns(table, row, options.schemaVersion, problems);
  }
}

/** Reports rows of a table that the target does not have. */
export function reportTable(name: string, rows: readonly Row[], target: string, problems: RowProblem[]): void {
  const since = northboundSchema.get(name)?.since;
  const message =
    since === undefined
      ? 'there is no such table'
      : `the table is there from schema ${since} on, the target has ${target}`;
  for (const row of rows) problems.push(problemOf(name, row, message));
}

const TWIN = 'another row has the same key';

/** Reports rows with the same key. `index`: the keys of the rows. */
export function reportTwins(table: TableSchema, rows: readonly Row[], index: Keys, problems: RowProblem[]): void {
  if (index.areApart) return;
  const keys = new Set<string>();
  for (const row of rows) {
    if (keys.has(row.key)) problems.push(problemOf(table.name, row, TWIN));
    keys.add(row.key);
  }
}

function isAddition({ columns: schema }: TableSchema, { columns }: Row): boolean {
  return Object.keys(columns).every((name) => {
    const column = schema.get(name);
    return column !== undefined && column.max > 1 && column.value === undefined;
  });
}
