import { readSchema } from './notation.js';
import { ROUTING } from './routing.js';
import { SERVICES } from './services.js';
import { SWITCHING } from './switching.js';
import type { ColumnBaseType, ColumnSchema, TableSchema } from './table.js';
import { isAvailable } from './version.js';

/**
 * The OVN_Northbound schema from 7.0.0 (OVN 23.03) to 7.18.0 (OVN 26.03), by table. `since` is the version of the first
 * OVN release with an element: 23.06 is 7.0.4, 23.09 is 7.1.0, 24.03 is 7.3.0, 24.09 is 7.6.0, 25.03 is 7.11.0, 25.09
 * is 7.12.0. If that release is unknown, it is the first one known to have it.
 */
export const northboundSchema: ReadonlyMap<string, TableSchema> = new Map(
  [...readSchema(SWITCHING), ...readSchema(ROUTING), ...readSchema(SERVICES)].map((table) => [table.name, table]),
);

/** Returns the tables, columns and enumeration values of the schema version `target` (`major.minor.patch`). */
export function schemaAt(target: string): ReadonlyMap<string, TableSchema> {
  const tables = [...northboundSchema.values()].filter((table) => isAvailable(table.since, target));
  return new Map(tables.map((table) => [table.name, { ...table, columns: columnsAt(table, target) }]));
}

function columnsAt(table: TableSchema, target: string): ReadonlyMap<string, ColumnSchema> {
  const columns = new Map<string, ColumnSchema>();
  for (const latest of table.columns.values()) {
    let column: ColumnSchema | undefined = latest;
    while (column !== undefined && !isAvailable(column.since, target)) column = column.earlier;
    if (column !== undefined) columns.set(column.name, { ...column, key: typeAt(column.key, target) });
  }
  return columns;
}

function typeAt(type: ColumnBaseType, target: string): ColumnBaseType {
  if (type.values === undefined) return type;
  return { ...type, values: type.values.filter(({ since }) => isAvailable(since, target)) };
}
