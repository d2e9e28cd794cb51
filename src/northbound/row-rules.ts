import type { Row } from '../model/northbound.js';
import type { KnownMatches } from './check-matches.js';
import { checkColumns, requiredColumns } from './check-row.js';
import type { RowProblem } from './row-problem.js';
import { type ReferenceColumn, referenceColumns } from './reference-columns.js';
import { schemaAt } from './schema/northbound.js';
import type { TableSchema } from './schema/table.js';

export interface SoundnessOptions {
  /** Schema version of the target, `major.minor.patch`. */
  readonly schemaVersion: string;
  /**
   * `external`: rows of base tables, and address sets and port groups of matches, may belong to other programs and be
   * missing here. `none`: everything must be in the rows.
   */
  readonly baseRows: 'external' | 'none';
  /** If true, the same rows are checked repeatedly, and their results are kept as long as the rows. */
  readonly keepsResults?: boolean;
}

/** A row whose columns were computed once, and its problems. */
export interface CheckedRow {
  readonly row: Row;
  readonly problems: readonly RowProblem[];
  /** Columns that need a value and have none. */
  readonly missing: readonly string[];
}

/** What rows of a target must obey, apart from other rows. */
export interface RowRules {
  readonly options: SoundnessOptions;
  readonly schema: ReadonlyMap<string, TableSchema>;
  /** Columns that refer to rows, by table. */
  readonly references: ReadonlyMap<string, readonly ReferenceColumn[]>;
  /** Checks the columns of a row of a table. */
  readonly checkAlone: (table: TableSchema, row: Row) => CheckedRow;
  /** Results of the checks of matches, if they are kept. */
  readonly matches: KnownMatches | undefined;
}

/** Creates the rules of a target. */
export function createRowRules(options: SoundnessOptions): RowRules {
  const { schemaVersion, keepsResults } = options;
  const schema = schemaAt(schemaVersion);
  const required = new Map([...schema].map(([name, table]) => [name, requiredColumns(table)]));
  const checkAlone: RowRules['checkAlone'] = (table, original) => {
    const row = settle(original);
    const problems: RowProblem[] = [];
    checkColumns(table, row, schemaVersion, problems);
    const missing = (required.get(table.name) ?? []).filter((name) => row.columns[name] === undefined);
    return { row, problems, missing };
  };
  return {
    options,
    schema,
    references: new Map([...schema].map(([name, table]) => [name, referenceColumns(table)])),
    checkAlone: keepsResults ? keepByRow(checkAlone) : checkAlone,
    matches: keepsResults ? new WeakMap() : undefined,
  };
}

/** Keeps the result of each row. A row is in one table. */
function keepByRow(check: RowRules['checkAlone']): RowRules['checkAlone'] {
  const known = new WeakMap<Row, CheckedRow>();
  return (table, row) => {
    let checked = known.get(row);
    if (!checked) known.set(row, (checked = check(table, row)));
    return checked;
  };
}

/** Returns the row with its columns computed once. */
function settle({ key, columns, cause, resource, namespace }: Row): Row {
  if (cause) return { key, columns, cause };
  if (resource) return { key, columns, resource };
  return namespace === undefined ? { key, columns } : { key, columns, namespace };
}
