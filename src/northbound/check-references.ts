import type { RowAttachment, ColumnValue, Row } from '../model/northbound.js';
import { BASE_TABLES } from './base-tables.js';
import { type ReferenceColumn, keysOfValue } from './reference-columns.js';
import type { GatheredKeys } from './row-index.js';
import { sameItems, sameList } from '../std/same-items.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { RowRules } from './row-rules.js';
import { isShaped } from './row-shape.js';

/** Context of reference checks. */
export interface ReferenceContext {
  readonly rules: RowRules;
  /** Returns a function that returns true for the keys of the existing rows of a table. */
  readonly finderOf: (table: string) => (key: string) => boolean;
  /** Creates an empty set for keys of rows of a table. */
  readonly gather: (table: string) => GatheredKeys;
}

/** Keys of referenced rows, which OVSDB keeps, by table. */
export type Kept = ReadonlyMap<string, GatheredKeys>;

/** Returns true if the parts of two lists are the same keys, in the same order. */
export function haveSameKept(a: readonly Kept[], b: readonly Kept[]): boolean {
  return sameList(a, b, (one, other) => sameItems(listKept(one), listKept(other)));
}

function listKept(kept: Kept): readonly string[] {
  return [...kept].flatMap(([table, keys]) => [table, ...keys.keys()]);
}

/** Checks that each reference of a row leads to a row. Adds what the row keeps to `kept`. */
export function checkReferences(
  table: string,
  row: Row,
  context: ReferenceContext,
  kept: Map<string, GatheredKeys>,
  problems: RowProblem[],
): void {
  for (const column of context.rules.references.get(table) ?? []) {
    checkColumn(table, row, column, row.columns[column.name], context, kept, problems);
  }
}

/** Checks the references of attachments. Returns what they keep. */
export function checkAttachments(
  attachments: readonly RowAttachment[],
  context: ReferenceContext,
  problems: RowProblem[],
): Kept {
  const kept = new Map<string, GatheredKeys>();
  for (const attachment of attachments) checkAttachment(attachment, context, kept, problems);
  return kept;
}

/**
 * Returns the keys of rows of a table that no row refers to. OVSDB silently deletes an unreferenced row of a non-root table
 * at the end of the transaction that inserts it. `keys`: those of rows without a shape. `keptByShaped`: keys of rows that rows
 * of shapes refer to.
 */
export function findUnreferenced(
  table: string,
  keys: readonly string[],
  { schema }: RowRules,
  kept: readonly Kept[],
  keptByShaped: (table: string) => readonly ReadonlySet<string>[],
): readonly string[] {
  if (schema.get(table)?.isRoot !== false) return [];
  const sets = kept.flatMap((one) => one.get(table) ?? []);
  const loose = keys.filter((key) => !sets.some((each) => each.has(key)));
  if (loose.length === 0) return [];
  const others = keptByShaped(table);
  return loose.filter((key) => !others.some((each) => each.has(key)));
}

/** Returns the keys of the rows that have no shape. */
export function keysWithoutShape(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => (isShaped(row) ? [] : [row.key]));
}

/** Returns the keys of rows of a table that rows of another table that have a shape refer to. */
export function keysOfShaped(
  table: string,
  from: string,
  rows: readonly Row[],
  { references }: RowRules,
): ReadonlySet<string> {
  const columns = (references.get(from) ?? []).filter((column) => column.table === table && column.isStrong);
  const keys = new Set<string>();
  if (columns.length === 0) return keys;
  for (const row of rows) {
    if (!isShaped(row)) continue;
    const values = row.columns;
    for (const { name } of columns) for (const key of keysOfValue(values[name])) keys.add(key);
  }
  return keys;
}

function checkColumn(
  table: string,
  row: Row,
  column: ReferenceColumn,
  value: ColumnValue | undefined,
  { rules, finderOf, gather }: ReferenceContext,
  kept: Map<string, GatheredKeys>,
  problems: RowProblem[],
): void {
  if (value === undefined) return;
  const mayBeElsewhere = rules.options.baseRows === 'external' && BASE_TABLES.has(column.table);
  const hasRow = finderOf(column.table);
  let alive: GatheredKeys | undefined;
  for (const key of keysOfValue(value)) {
    if (hasRow(key)) {
      if (column.isStrong) (alive ??= keptIn(kept, column.table, gather)).add(key);
    } else if (!mayBeElsewhere) {
      problems.push(problemOf(table, row, `there is no row '${key}' in ${column.table}`, column.name));
    }
  }
}

function keptIn(kept: Map<string, GatheredKeys>, table: string, gather: (table: string) => GatheredKeys): GatheredKeys {
  let keys = kept.get(table);
  if (keys === undefined) kept.set(table, (keys = gather(table)));
  return keys;
}

function checkAttachment(
  { table: name, key, column: columnName, references }: RowAttachment,
  context: ReferenceContext,
  kept: Map<string, GatheredKeys>,
  problems: RowProblem[],
): void {
  const { rules, finderOf } = context;
  const base: Row = { key, columns: {} };
  const table = rules.schema.get(name);
  const column = rules.references.get(name)?.find((candidate) => candidate.name === columnName);
  if (column === undefined || table?.columns.get(columnName)?.max === 1) {
    problems.push(problemOf(name, base, 'rows can only be attached to a set of references', columnName));
    return;
  }
  const isExternal = rules.options.baseRows === 'external' && (BASE_TABLES.has(name) || name === 'NB_Global');
  if (!isExternal && !finderOf(name)(key)) {
    problems.push(problemOf(name, base, 'there is no such row to attach to', columnName));
  }
  checkColumn(name, base, column, references, context, kept, problems);
}
