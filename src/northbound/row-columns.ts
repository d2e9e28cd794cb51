import type { Columns } from '../model/northbound.js';

/** Returns the texts of a set column, or of a column with a single text. */
export function listOf(columns: Columns, name: string): readonly string[] {
  const value = columns[name];
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  // All values of a set are of one type.
  return typeof list[0] === 'string' ? (list as readonly string[]) : list.map(String);
}

/** Returns the text of a column, or '' if it has its default. */
export function readColumnText(columns: Columns, name: string): string {
  return listOf(columns, name)[0] ?? '';
}

/** Returns the number in a column, or 0 if it has its default. */
export function readColumnNumber(columns: Columns, name: string): number {
  const value = columns[name];
  return typeof value === 'number' ? value : 0;
}

/** Returns a map column. */
export function mapOf(columns: Columns, name: string): Readonly<Record<string, string | number>> {
  const value = columns[name];
  return typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string | number>>) : {};
}

/** Returns an entry of a map column, or undefined if it is missing. */
export function readEntry(columns: Columns, name: string, key: string): string | undefined {
  const value = mapOf(columns, name)[key];
  return value === undefined ? undefined : String(value);
}
