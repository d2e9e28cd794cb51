import type { Attachment, ColumnValue, NorthboundRows, Row } from '../model/northbound.js';
import { BASE_TABLES } from './base-tables.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { TableSchema } from './schema/table.js';

/** A column whose values refer to rows of another table. */
interface ReferenceColumn {
  readonly name: string;
  readonly table: string;
  readonly isStrong: boolean;
}

/** What references are checked against. */
interface ReferenceContext {
  readonly schema: ReadonlyMap<string, TableSchema>;
  /** Table → its columns that refer to rows. */
  readonly columns: ReadonlyMap<string, readonly ReferenceColumn[]>;
  readonly hasRow: (table: string, key: string) => boolean;
  readonly baseRows: 'external' | 'none';
}

/** Checks the references of rows. */
export interface ReferenceCheck {
  readonly checkRow: (table: string, row: Row) => void;
  /** Called when every row was checked. */
  readonly finish: () => void;
}

/** Table → key → row. */
export type RowsByKey = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** A row of a table. */
interface Placed {
  readonly table: string;
  readonly row: Row;
}

/**
 * Prepares checks that every reference leads to a row, and that something leads to every row of a table that is not
 * root: OVSDB deletes such a row at the end of the transaction that inserts it, without a word. The rows that all zones
 * share (`shared`: table → key → row) are checked first; what none of them leads to, each zone must.
 */
export function createReferenceChecks(
  schema: ReadonlyMap<string, TableSchema>,
  baseRows: 'external' | 'none',
  shared: RowsByKey,
): (rows: NorthboundRows, rowsByKey: RowsByKey, problems: RowProblem[], isShared: boolean) => ReferenceCheck {
  const columns = new Map([...schema].map(([name, table]) => [name, referenceColumns(table)]));
  let loose: readonly Placed[] = [];
  return (rows, rowsByKey, problems, isShared) => {
    const isInShared = (table: string, key: string): boolean => shared.get(table)?.has(key) === true;
    const hasRow = (table: string, key: string): boolean =>
      rowsByKey.get(table)?.has(key) === true || isInShared(table, key);
    const context: ReferenceContext = { schema, columns, hasRow, baseRows };
    const kept = new Map<string, Set<string>>();
    const isKept = ({ table, row }: Placed): boolean => kept.get(table)?.has(row.key) === true;
    return {
      checkRow: (table, row) => {
        for (const column of columns.get(table) ?? []) {
          checkColumn(table, row, column, row.columns[column.name], context, kept, problems);
        }
      },
      finish: () => {
        for (const attachment of rows.attachments) checkAttachment(attachment, context, kept, problems);
        const left: Placed[] = [];
        for (const [table, list] of rows.rows) {
          if (schema.get(table)?.isRoot !== false) continue;
          const keptKeys = kept.get(table);
          for (const row of list) if (keptKeys?.has(row.key) !== true) left.push({ table, row });
        }
        if (isShared) {
          loose = left;
          return;
        }
        const alone = left.filter(({ table, row }) => !isInShared(table, row.key));
        for (const { table, row } of [...loose.filter((one) => !isKept(one)), ...alone])
          problems.push(problemOf(table, row, 'nothing refers to the row: OVSDB drops it'));
      },
    };
  };
}

/** The columns of a table that refer to rows. */
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
  { hasRow, baseRows }: ReferenceContext,
  kept: Map<string, Set<string>>,
  problems: RowProblem[],
): void {
  if (value === undefined) return;
  const mayBeElsewhere = baseRows === 'external' && BASE_TABLES.has(column.table);
  let alive: Set<string> | undefined;
  for (const key of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    if (typeof key !== 'string') continue;
    if (hasRow(column.table, key)) {
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
  if (!isExternal && !context.hasRow(name, key)) {
    problems.push(problemOf(name, base, 'there is no such row to attach to', columnName));
  }
  checkColumn(name, base, column, references, context, kept, problems);
}
