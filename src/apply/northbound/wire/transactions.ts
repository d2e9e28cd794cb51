import type { OvsdbOperation, OperationResult, OvsdbRow, RowQuery } from '../../../clients/ovsdb/index.js';

/** A row that a transaction compares with what was seen of it. */
export interface SeenRow {
  readonly table: string;
  readonly uuid: string;
}

/** A row as it was read, without its version. */
export interface UnseenRow extends SeenRow {
  readonly row: OvsdbRow;
}

/** One transaction of a series. */
export interface PreparedTransaction {
  /** Created lazily, and iterable only once. */
  readonly operations: Iterable<OvsdbOperation>;
  /**
   * Processes the results. Returns the changed rows that a later transaction compares. Pass their new versions to `see`
   * before preparing the next one.
   */
  readonly committed: (results: readonly OperationResult[]) => readonly SeenRow[];
}

/**
 * The queries after all transactions are committed, and a function that returns problems as sentences. It receives the
 * rows of each query.
 */
export interface ReadBack {
  readonly queries: readonly RowQuery[];
  readonly problemsIn: (rows: readonly (readonly OvsdbRow[])[]) => readonly string[];
}

/** A change as a series of transactions. */
export interface Transactions {
  /** Returns the next transaction, or undefined if all were prepared. */
  readonly next: () => PreparedTransaction | undefined;
  /**
   * Returns true if the next transaction may be sent before the response to the last one, because they are independent.
   */
  readonly mayOverlap: () => boolean;
  /** Returns true if nodes must have installed what is committed before the next transaction. */
  readonly mustSettle: () => boolean;
  /** Returns the live rows to change whose version is unknown. Pass it to `see` before the first transaction. */
  readonly unseen: () => readonly UnseenRow[];
  /** Records the current version (`_version`) of a row. */
  readonly see: (uuid: string, version: string) => void;
  /**
   * Returns the queries of `readBack` once all transactions are prepared, if they do not depend on the last results.
   * They can then be sent while the server still works.
   */
  readonly queriesAhead: () => readonly RowQuery[] | undefined;
  /** Called after all transactions are committed. */
  readonly readBack: () => ReadBack;
}

/** Limits of the size of one transaction. Steps that must be atomic may exceed them. */
export interface TransactionLimits {
  readonly operations: number;
  /** Size in bytes of JSON, estimated. */
  readonly bytes: number;
}
