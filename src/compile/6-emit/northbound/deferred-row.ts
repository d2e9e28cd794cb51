import type { Cause } from '../../../model/intent/cause.js';
import type { Columns, Row } from '../../../model/northbound.js';

/** Properties of a row before its columns are computed. */
export interface RowDraft {
  readonly key: string;
  readonly columns: () => Columns;
  readonly render?: (() => string) | undefined;
  readonly bytes?: number | undefined;
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
  readonly render?: () => string;
  readonly bytes?: number;
  readonly #columns: () => Columns;

  constructor({ key, columns, render, bytes, cause, namespace }: RowDraft) {
    this.key = key;
    this.#columns = columns;
    if (render) this.render = render;
    if (bytes !== undefined) this.bytes = bytes;
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

/** Returns the same row with another key. Its columns and its text do not contain the key. */
export function copyRow(row: Row, key: string): Row {
  const render = row.render && (() => row.render?.() ?? '');
  const { bytes, cause, namespace } = row;
  return deferRow({ key, columns: () => row.columns, render, bytes, cause, namespace });
}
