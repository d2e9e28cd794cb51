import type { Cause } from '../model/intent/cause.js';
import type { Row } from '../model/northbound.js';

/** A problem of a compiled row. */
export interface RowProblem {
  readonly table: string;
  readonly key: string;
  readonly column?: string;
  readonly message: string;
  /** The resource that caused the row. */
  readonly cause?: Cause;
}

/** Returns a problem of a row, or of one of its columns. */
export function problemOf(table: string, { key, cause }: Row, message: string, column?: string): RowProblem {
  return {
    table,
    key,
    ...(column === undefined ? {} : { column }),
    message,
    ...(cause === undefined ? {} : { cause }),
  };
}
