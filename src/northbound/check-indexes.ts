import type { Row } from '../model/northbound.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { TableSchema } from './schema/table.js';

/** Checks that no two rows of a table share an index (RFC 7047 §3.2 <table-schema>) and that they are not too many. */
export function checkIndexes(table: TableSchema, rows: readonly Row[], problems: RowProblem[]): void {
  for (const index of table.indexes) {
    const seen = new Map<string | number | boolean, Row>();
    for (const row of rows) {
      const value = indexedValue(row, index);
      const first = seen.get(value);
      if (first === undefined) {
        seen.set(value, row);
      } else {
        const message = `has the same ${index.join(' and ')} as '${first.key}', which must be unique`;
        problems.push(problemOf(table.name, row, message, index[0]));
      }
    }
  }
  const excess = rows[table.maxRows];
  if (excess !== undefined) {
    problems.push(problemOf(table.name, excess, `the table takes at most ${table.maxRows} row`));
  }
}

function indexedValue({ columns }: Row, index: readonly string[]): string | number | boolean {
  const only = index.length === 1 ? columns[index[0] ?? ''] : undefined;
  if (typeof only === 'string' || typeof only === 'number') return only;
  return JSON.stringify(index.map((column) => columns[column] ?? ''));
}
