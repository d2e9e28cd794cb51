import type { Memo } from '../engine/memo.js';
import type { RowAttachment, ColumnValue, NorthboundRows, Row } from '../model/northbound.js';
import { BASE_TABLES } from './base-tables.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { GatheredKeys, Keys, RowIndex } from './row-index.js';
import type { TableSchema } from './schema/table.js';
import { memoize } from '../std/memoize.js';

/** A column whose values refer to rows of another table. */
interface ReferenceColumn {
  readonly name: string;
  readonly table: string;
  readonly isStrong: boolean;
}

/** Context of reference checks. */
interface ReferenceContext {
  readonly schema: ReadonlyMap<string, TableSchema>;
  /** Columns that refer to rows, by table. */
  readonly columns: ReadonlyMap<string, readonly ReferenceColumn[]>;
  /** Returns a function for a table that returns true if a row with a key exists. */
  readonly finderOf: (table: string) => (key: string) => boolean;
  readonly baseRows: 'external' | 'none';
  readonly gather: RowIndex['gather'];
}

/** `baseRows`: owner of the base rows. `isTrusted`: true for a row that is known to be referenced. */
interface ReferenceOptions {
  readonly baseRows: 'external' | 'none';
  readonly isTrusted: (row: Row) => boolean;
}

/** Keys of referenced rows, which OVSDB keeps, by table. */
export type Kept = Map<string, GatheredKeys>;

/** Checks the references of rows. */
export interface ReferenceCheck {
  /** Checks a row, and adds its references to `kept`. */
  readonly checkRow: (table: string, row: Row, kept: Kept, problems: RowProblem[]) => void;
  /** Reports unreferenced rows. Call it when every row was checked, with all that they keep. */
  readonly finish: (kept: readonly Kept[], problems: RowProblem[]) => void;
}

/** A row with its table. */
interface Placed {
  readonly table: string;
  readonly row: Row;
}

/** Creates checks for the rows that all zones share, and then for those of each zone. */
export interface ReferenceChecks {
  readonly of: (rows: NorthboundRows, index: RowIndex, isShared: boolean) => ReferenceCheck;
  /** Shared rows that no shared row refers to. */
  readonly loose: () => readonly Row[];
}

/**
 * Creates checks that every reference leads to a row, and that every row of a non-root table is referenced. OVSDB
 * silently deletes an unreferenced row at the end of the transaction that inserts it.
 *
 * The rows that all zones share are checked first. Those that none of them refers to must be referenced in each zone.
 */
export function createReferenceChecks(
  schema: ReadonlyMap<string, TableSchema>,
  { baseRows, isTrusted }: ReferenceOptions,
  shared: RowIndex,
  memo: Memo,
): ReferenceChecks {
  const columns = new Map([...schema].map(([name, table]) => [name, referenceColumns(table)]));
  /** Returns the keys of rows of a table that trusted rows refer to. Trusted rows are not checked themselves. */
  const keptByTrusted = (table: string, { rows }: NorthboundRows): ReadonlySet<string>[] =>
    [...rows].flatMap(([name, list]) => {
      const own = (columns.get(name) ?? []).filter((column) => column.table === table && column.isStrong);
      if (own.length === 0) return [];
      return [memo(`keys of ${table} that templates lead to`, name, [list], () => keysIn(list.filter(isTrusted), own))];
    });
  let loose: readonly Placed[] = [];
  const of: ReferenceChecks['of'] = (rows, { keysOf, gather }, isShared) => {
    const isInShared = (table: string, key: string): boolean => shared.keysOf(table).has(key);
    const finderOf = memoize((table: string) => {
      const [own, others] = [keysOf(table), shared.keysOf(table)];
      return isShared ? (key: string) => own.has(key) : (key: string) => own.has(key) || others.has(key);
    });
    const context: ReferenceContext = { schema, columns, finderOf, baseRows, gather };
    return {
      checkRow: (table, row, kept, problems) => {
        for (const column of columns.get(table) ?? []) {
          checkColumn(table, row, column, row.columns[column.name], context, kept, problems);
        }
      },
      finish: (keptByRows, problems) => {
        const attached: Kept = new Map();
        for (const attachment of rows.attachments) checkAttachment(attachment, context, attached, problems);
        const all = [...keptByRows, attached];
        const left: Placed[] = [];
        for (const [table, list] of rows.rows) {
          if (schema.get(table)?.isRoot !== false) continue;
          if (list.every(isTrusted)) continue;
          const kept = [...all.flatMap((one) => one.get(table) ?? []), ...keptByTrusted(table, rows)];
          const keys = keysOf(table);
          const find = (): ReadonlySet<string> => without(keys, kept);
          const looseKeys = isShared ? memo('keys without references', table, [keys, ...kept], find) : find();
          if (looseKeys.size > 0)
            for (const row of list) if (looseKeys.has(row.key) && !isTrusted(row)) left.push({ table, row });
        }
        if (isShared) {
          loose = left;
          return;
        }
        const isKept = ({ table, row }: Placed): boolean => all.some((one) => one.get(table)?.has(row.key) === true);
        const alone = left.filter(({ table, row }) => !isInShared(table, row.key));
        for (const { table, row } of [...loose.filter((one) => !isKept(one)), ...alone])
          problems.push(problemOf(table, row, 'nothing refers to the row: OVSDB drops it'));
      },
    };
  };
  return { of, loose: () => loose.map(({ row }) => row) };
}

/** Returns the keys that rows refer to in some columns. */
function keysIn(rows: readonly Row[], columns: readonly ReferenceColumn[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const row of rows) {
    const values = row.columns;
    for (const { name } of columns) for (const key of keysOfValue(values[name])) keys.add(key);
  }
  return keys;
}

/** Returns the keys of the rows that a value refers to. */
function keysOfValue(value: ColumnValue | undefined): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return values.filter((key) => typeof key === 'string');
}

/** Returns the keys that are in none of these sets. */
function without(keys: Keys, kept: readonly Pick<GatheredKeys, 'has'>[]): ReadonlySet<string> {
  const left = new Set<string>();
  for (const key of keys.keys()) if (!kept.some((each) => each.has(key))) left.add(key);
  return left;
}

/** Returns the columns of a table that refer to rows. */
function referenceColumns(table: TableSchema): readonly ReferenceColumn[] {
  return [...table.columns.values()].flatMap(({ name, key }) =>
    key.reference === undefined
      ? []
      : [{ name, table: key.reference.table, isStrong: key.reference.strength === 'strong' }],
  );
}

function checkColumn(
  table: string,
  row: Row,
  column: ReferenceColumn,
  value: ColumnValue | undefined,
  { finderOf, baseRows, gather }: ReferenceContext,
  kept: Kept,
  problems: RowProblem[],
): void {
  if (value === undefined) return;
  const mayBeElsewhere = baseRows === 'external' && BASE_TABLES.has(column.table);
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

function keptIn(kept: Kept, table: string, gather: RowIndex['gather']): GatheredKeys {
  let keys = kept.get(table);
  if (keys === undefined) kept.set(table, (keys = gather(table)));
  return keys;
}

function checkAttachment(
  { table: name, key, column: columnName, references }: RowAttachment,
  context: ReferenceContext,
  kept: Kept,
  problems: RowProblem[],
): void {
  const base: Row = { key, columns: {} };
  const table = context.schema.get(name);
  const column = table && referenceColumns(table).find((candidate) => candidate.name === columnName);
  if (column === undefined || table?.columns.get(columnName)?.max === 1) {
    problems.push(problemOf(name, base, 'rows can only be attached to a set of references', columnName));
    return;
  }
  const isExternal = context.baseRows === 'external' && (BASE_TABLES.has(name) || name === 'NB_Global');
  if (!isExternal && !context.finderOf(name)(key)) {
    problems.push(problemOf(name, base, 'there is no such row to attach to', columnName));
  }
  checkColumn(name, base, column, references, context, kept, problems);
}
