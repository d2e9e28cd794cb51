import type { Row } from '../model/northbound.js';
import { memoize } from '../std/memoize.js';
import { type SharedBases, checkIndexes } from './check-indexes.js';
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

/** Receives a row that was just checked. Rows may compute their columns at each access. */
export type RowVisitor = (table: string, row: Row) => void;

/** What the rows of a table are checked against. */
export interface TablePass {
  readonly rules: RowRules;
  /** Returns the keys of the rows of a table. */
  readonly index: (table: string) => Keys;
  /** The shared rows of a table, if the rows are those of a zone. */
  readonly basesOf?: ((table: string) => SharedBases) | undefined;
  readonly references: ReferenceContext;
  readonly names: Required<MatchNames>;
  readonly visit?: RowVisitor | undefined;
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
}

/** Checks the rows of a table against each other: their keys and indexes. Returns the problems. */
export function checkTogether(
  table: TableSchema,
  rows: readonly Row[],
  { index, basesOf }: Pick<TablePass, 'index' | 'basesOf'>,
): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  const bases = basesOf?.(table.name);
  const areShaped = rows.every(isShaped);
  const areSingle = areShaped || index(table.name).areApart;
  if (!areSingle || (bases && haveCommon(index(table.name), bases.keys)))
    reportTwins(table, rows, { bases: bases?.keys, areSingle }, problems);
  if (!areShaped) checkIndexes(table, rows, { keys: index(table.name), bases }, problems);
  return problems;
}

/** Checks rows of a table one by one. */
export function checkEach(table: TableSchema, rows: readonly Row[], pass: TablePass): CheckedRows {
  const { rules, references, names, visit } = pass;
  const problems: RowProblem[] = [];
  const kept = new Map<string, GatheredKeys>();
  const mentions: Mention[] = [];
  const bases = pass.basesOf?.(table.name);
  for (const original of rows) {
    if (isShaped(original)) {
      visit?.(table.name, original);
      continue;
    }
    const isBased = bases?.keys.has(original.key) === true;
    const { row, problems: found, missing } = rules.checkAlone(table, original);
    for (const problem of found) problems.push(problem);
    // The shared row to which it adds is checked by itself.
    if (!isBased) reportMissing(table.name, row, missing, problems);
    checkReferences(table.name, row, references, kept, problems);
    if (!isBased) {
      for (const { about, name } of checkRowMatch(table.name, original, row, names, rules.matches, problems))
        if (!bases && about === 'hasAddressSet') mentions.push({ name, table: table.name, row: original });
    }
    visit?.(table.name, row);
  }
  return { problems, kept, mentions };
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

function haveCommon(a: Keys, b: Keys): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const key of few.keys()) if (many.has(key)) return true;
  return false;
}

/** Reports rows with the same key, except rows of shapes and additions to sets of a shared row. */
function reportTwins(
  table: TableSchema,
  rows: readonly Row[],
  { bases, areSingle }: { readonly bases: Keys | undefined; readonly areSingle: boolean },
  problems: RowProblem[],
): void {
  const keys = new Set<string>();
  for (const row of rows) {
    const isSecond = bases?.has(row.key) === true && !isShaped(row) && !isAddition(table, row);
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
