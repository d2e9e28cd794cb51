import type { ColumnValue } from '../model/northbound.js';
import type { TableSchema } from './schema/table.js';

/** A column whose values refer to rows of another table. */
export interface ReferenceColumn {
  readonly name: string;
  readonly table: string;
  readonly isStrong: boolean;
}

/** Returns the columns of a table that refer to rows. */
export function referenceColumns(table: TableSchema): readonly ReferenceColumn[] {
  return [...table.columns.values()].flatMap(({ name, key }) =>
    key.reference === undefined
      ? []
      : [{ name, table: key.reference.table, isStrong: key.reference.strength === 'strong' }],
  );
}

/** Returns the keys of the rows that a value refers to. */
export function keysOfValue(value: ColumnValue | undefined): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return values.filter((key) => typeof key === 'string');
}
