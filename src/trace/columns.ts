import type { Columns } from '../model/northbound.js';

/** The texts of a set column, or of one that holds a single text. */
export function listOf(columns: Columns, name: string): readonly string[] {
  const value = columns[name];
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  // All values of a set are of one type.
  return typeof list[0] === 'string' ? (list as readonly string[]) : list.map(String);
}

/** The text of a column; '' where it is at its default. */
export function textOf(columns: Columns, name: string): string {
  return listOf(columns, name)[0] ?? '';
}

/** The number of a column; 0 where it is at its default. */
export function numberOf(columns: Columns, name: string): number {
  const value = columns[name];
  return typeof value === 'number' ? value : 0;
}

/** A map column. */
export function mapOf(columns: Columns, name: string): Readonly<Record<string, string | number>> {
  const value = columns[name];
  return typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string | number>>) : {};
}

/** An entry of a map column; undefined without it. */
export function entryOf(columns: Columns, name: string, key: string): string | undefined {
  const value = mapOf(columns, name)[key];
  return value === undefined ? undefined : String(value);
}
