import type { Cause } from '../../../model/intent/cause.js';
import type { Columns, Row } from '../../../model/northbound.js';
import { RowOfShape, type RowShape, type ShapeValue } from '../../../northbound/row-shape.js';

/** Properties of a row before its columns are computed. */
export interface RowDraft {
  readonly key: string;
  readonly columns: () => Columns;
  readonly cause?: Cause | undefined;
  readonly namespace?: string | undefined;
}

/**
 * Row whose columns are computed on access, because 100,000 finished rows that wait for output burden the garbage
 * collector. A class, because literals with a getter have a shape each, and every access to such a row is slow.
 */
class DeferredRow implements Row {
  readonly key: string;
  readonly cause?: Cause;
  readonly namespace?: string;
  readonly #columns: () => Columns;

  constructor({ key, columns, cause, namespace }: RowDraft) {
    this.key = key;
    this.#columns = columns;
    if (cause) this.cause = cause;
    if (namespace !== undefined) this.namespace = namespace;
  }

  get columns(): Columns {
    return this.#columns();
  }
}

/** Creates the row of a draft. */
export function deferRow(draft: RowDraft): Row {
  return new DeferredRow(draft);
}

/** Row of a shape with another key. */
class RenamedRow<Values extends readonly ShapeValue[]> extends RowOfShape<Values> {
  readonly key: string;
  readonly cause?: Cause;
  readonly #row: RowOfShape<Values>;

  constructor(row: Row & RowOfShape<Values>, key: string) {
    super();
    this.key = key;
    if (row.cause) this.cause = row.cause;
    this.#row = row;
  }

  get shape(): RowShape<Values> {
    return this.#row.shape;
  }

  get values(): Values {
    return this.#row.values;
  }
}

/** Returns the row of a resource with another key. Its columns do not contain the key. */
export function copyRow(row: Row, key: string): Row {
  if (row instanceof RowOfShape) return new RenamedRow(row, key);
  const { cause, namespace } = row;
  return deferRow({ key, columns: () => row.columns, cause, namespace });
}
