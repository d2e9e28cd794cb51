import { elementsOf, entriesOf, type OvsdbRow } from './notation.js';
import type { OvsdbOperation } from './operation.js';
import type { OvsdbBaseType, DatabaseSchema, DatabaseTable } from './schema.js';

/** An element that operations need and a server's schema lacks. */
export interface SchemaGap {
  readonly table: string;
  /** If unset, the table itself is missing. */
  readonly column?: string;
  /** If set, the column exists, but its enumeration lacks this value. */
  readonly value?: string;
  /** Index of the first operation that needs it. */
  readonly operation: number;
  /** The gap as a sentence, with the version of the schema. */
  readonly problem: string;
}

/** Columns of every table (RFC 7047 §3.2). */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['_uuid', '_version']);

/** Collects the elements that operations need and a server's schema lacks. Each gap is reported once. */
export interface GapFinder {
  /** Checks the next operation. */
  readonly look: (operation: OvsdbOperation) => void;
  /** Returns the gaps of the operations so far. */
  readonly gaps: () => readonly SchemaGap[];
}

/** Creates a check of operations against a server's schema. It finds missing tables, columns and enumeration values. */
export function createGapFinder(schema: DatabaseSchema): GapFinder {
  const gaps = new Map<string, SchemaGap>();
  let index = -1;
  const add = (gap: Omit<SchemaGap, 'problem' | 'operation'>): void => {
    const key = JSON.stringify([gap.table, gap.column, gap.value]);
    if (!gaps.has(key)) gaps.set(key, { ...gap, operation: index, problem: describe(gap, schema) });
  };
  return {
    look: (operation) => {
      index++;
      if (!('table' in operation)) return;
      const { table: name } = operation;
      const table = schema.tables.get(name);
      if (table === undefined) {
        add({ table: name });
        return;
      }
      for (const column of columnsNamed(operation)) {
        const isThere = table.columns.has(column) || OWN_COLUMNS.has(column);
        if (!isThere) add({ table: name, column });
      }
      if (operation.op !== 'insert' && operation.op !== 'update') return;
      findMissingValues(table, operation.row, (column, value) => {
        add({ table: name, column, value });
      });
    },
    gaps: () => [...gaps.values()],
  };
}

function columnsNamed(operation: Extract<OvsdbOperation, { table: string }>): readonly string[] {
  switch (operation.op) {
    case 'insert':
      return Object.keys(operation.row);
    case 'update':
      return [...Object.keys(operation.row), ...operation.where.map(([column]) => column)];
    case 'mutate':
      return [...operation.mutations, ...operation.where].map(([column]) => column);
    case 'delete':
      return operation.where.map(([column]) => column);
    case 'select':
      return [...(operation.columns ?? []), ...operation.where.map(([column]) => column)];
    case 'wait':
      return [
        ...operation.columns,
        ...operation.where.map(([column]) => column),
        ...operation.rows.flatMap((row) => Object.keys(row)),
      ];
  }
}

function findMissingValues(table: DatabaseTable, row: OvsdbRow, add: (column: string, value: string) => void): void {
  for (const name in row) {
    const column = table.columns.get(name);
    if (column?.key.values === undefined && column?.value?.values === undefined) continue;
    const content = row[name];
    const check = (type: OvsdbBaseType | undefined, value: unknown): void => {
      if (type?.values && !(type.values as readonly unknown[]).includes(value)) add(name, String(value));
    };
    for (const value of elementsOf(content)) check(column.key, value);
    for (const [key, value] of entriesOf(content)) {
      check(column.key, key);
      check(column.value, value);
    }
  }
}

function describe(
  { table, column, value }: Omit<SchemaGap, 'problem' | 'operation'>,
  { name, version }: DatabaseSchema,
): string {
  const schema = `the server's ${name} schema ${version}`;
  if (column === undefined) return `${schema} has no table ${table}`;
  if (value === undefined) return `${schema} has no column ${table}.${column}`;
  return `${schema} does not know the value ${JSON.stringify(value)} of ${table}.${column}`;
}
