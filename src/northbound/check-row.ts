import type { Row } from '../model/northbound.js';
import { valueProblem } from './check-value.js';
import { problemOf, type RowProblem } from './row-problem.js';
import { northboundSchema } from './schema/northbound.js';
import type { ColumnSchema, TableSchema } from './schema/table.js';

/**
 * Checks the names, types and values of the columns of a row. `table` is the schema of its table in the target version.
 */
export function checkColumns(table: TableSchema, row: Row, target: string, problems: RowProblem[]): void {
  const { columns } = row;
  for (const name in columns) {
    const column = table.columns.get(name);
    const value = columns[name];
    if (value === undefined) continue;
    const message =
      column === undefined
        ? missingColumn(table.name, name, target)
        : describe(table.name, column, valueProblem(column, value), value, target);
    if (message !== undefined) problems.push(problemOf(table.name, row, message, name));
  }
}

/** Reports columns that need a value and have none. */
export function reportMissing(table: string, row: Row, missing: readonly string[], problems: RowProblem[]): void {
  for (const name of missing) problems.push(problemOf(table, row, 'the column needs a value', name));
}

/** Returns the columns that need a value, because their type does not allow the default. */
export function requiredColumns(table: TableSchema): readonly string[] {
  return [...table.columns.values()].filter(hasBadDefault).map(({ name }) => name);
}

/**
 * Returns true if the default of a required column is invalid. The default is '', 0, false or a UUID of zeros (RFC 7047
 * §5.2.1).
 */
function hasBadDefault({ key, min }: ColumnSchema): boolean {
  if (min === 0) return false;
  return key.values !== undefined || key.reference !== undefined || (key.minInteger ?? 0) > 0;
}

function missingColumn(table: string, name: string, target: string): string {
  let column = northboundSchema.get(table)?.columns.get(name);
  while (column?.earlier !== undefined) column = column.earlier;
  if (column === undefined) return 'there is no such column';
  return `the column is there from schema ${column.since} on, the target has ${target}`;
}

/** Returns a problem. Adds the version if a later schema accepts the value. */
function describe(
  table: string,
  column: ColumnSchema,
  problem: string | undefined,
  value: Row['columns'][string],
  target: string,
): string | undefined {
  if (problem === undefined) return undefined;
  const latest = northboundSchema.get(table)?.columns.get(column.name);
  if (latest === undefined || valueProblem(latest, value) !== undefined) return problem;
  return `${problem} in schema ${target}, but later schemas support it`;
}
