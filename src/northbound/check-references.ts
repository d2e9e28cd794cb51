import type { Attachment, ColumnValue, Row, ZoneRows } from '../model/northbound.js';
import { BASE_TABLES } from './base-tables.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { TableSchema } from './schema/table.js';

/** A column whose values refer to rows of another table. */
export interface ReferenceColumn {
  readonly name: string;
  readonly table: string;
  readonly isStrong: boolean;
}

/** What the references of a zone are checked against. */
export interface ReferenceContext {
  readonly schema: ReadonlyMap<string, TableSchema>;
  /** Table → its columns that refer to rows. */
  readonly columns: ReadonlyMap<string, readonly ReferenceColumn[]>;
  /** Table → the keys of its rows. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  readonly baseRows: 'external' | 'none';
}

/** Checks the references of a zone's rows. */
export interface ReferenceCheck {
  readonly checkRow: (table: string, row: Row) => void;
  /** Called when every row was checked. */
  readonly finish: () => void;
}

/**
 * Starts a check that every reference of a zone leads to a row, and that something leads to every row of a table that is
 * not root: OVSDB deletes such a row at the end of the transaction that inserts it, without a word.
 */
export function createReferenceCheck(
  zone: ZoneRows,
  context: ReferenceContext,
  problems: RowProblem[],
): ReferenceCheck {
  const kept = new Map<string, Set<string>>();
  return {
    checkRow: (table, row) => {
      for (const column of context.columns.get(table) ?? []) {
        checkColumn(table, row, column, row.columns[column.name], context, kept, problems);
      }
    },
    finish: () => {
      for (const attachment of zone.attachments) checkAttachment(attachment, context, kept, problems);
      for (const [name, rows] of zone.rows) {
        if (context.schema.get(name)?.isRoot !== false) continue;
        const keys = kept.get(name);
        for (const row of rows) {
          if (keys?.has(row.key) !== true)
            problems.push(problemOf(name, row, 'nothing refers to the row: OVSDB drops it'));
        }
      }
    },
  };
}

/** The columns of a table that refer to rows. */
export function referenceColumns(table: TableSchema): readonly ReferenceColumn[] {
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
  { keys, baseRows }: ReferenceContext,
  kept: Map<string, Set<string>>,
  problems: RowProblem[],
): void {
  if (value === undefined) return;
  const targets = keys.get(column.table);
  const mayBeElsewhere = baseRows === 'external' && BASE_TABLES.has(column.table);
  let alive: Set<string> | undefined;
  for (const key of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    if (typeof key !== 'string') continue;
    if (targets?.has(key) === true) {
      if (column.isStrong) (alive ??= setFor(kept, column.table)).add(key);
    } else if (!mayBeElsewhere) {
      problems.push(problemOf(table, row, `there is no row '${key}' in ${column.table}`, column.name));
    }
  }
}

function setFor(sets: Map<string, Set<string>>, table: string): Set<string> {
  let set = sets.get(table);
  if (set === undefined) sets.set(table, (set = new Set()));
  return set;
}

function checkAttachment(
  { table: name, key, column: columnName, references }: Attachment,
  context: ReferenceContext,
  kept: Map<string, Set<string>>,
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
  if (!isExternal && context.keys.get(name)?.has(key) !== true) {
    problems.push(problemOf(name, base, 'there is no such row to attach to', columnName));
  }
  checkColumn(name, base, column, references, context, kept, problems);
}
