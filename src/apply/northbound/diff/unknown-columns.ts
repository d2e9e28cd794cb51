import type { LiveDatabase } from '../wire/database.js';
import type { DesiredChange, DesiredRow } from './desired.js';

/**
 * Creates a function that takes the changes of desired rows, and returns the used tables and columns that the server lacks,
 * regardless of its version.
 */
export function createUnknownColumns(
  available: LiveDatabase['available'],
): (changes: readonly DesiredChange[]) => string[] {
  const rows = new Map<string, Set<DesiredRow>>();
  const lackingFor = ({ table, columns }: DesiredRow): string[] => {
    const known = available.get(table);
    if (!known) return [`the server has no table ${table}`];
    return Object.keys(columns).flatMap((name) =>
      known.has(name) ? [] : [`the server has no column ${name} in ${table}`],
    );
  };
  return (changes) => {
    for (const { before, after } of changes) {
      if (before) for (const own of rows.values()) own.delete(before);
      if (!after) continue;
      for (const problem of lackingFor(after)) rows.set(problem, (rows.get(problem) ?? new Set()).add(after));
    }
    return [...rows].flatMap(([problem, own]) => (own.size > 0 ? [problem] : [])).sort();
  };
}
