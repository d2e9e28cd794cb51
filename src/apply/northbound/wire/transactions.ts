import type { Operation, OperationResult, OvsdbRow, Query } from '../../../clients/ovsdb/index.js';

/** A row that a transaction compares with what was seen of it. */
export interface SeenRow {
  readonly table: string;
  readonly uuid: string;
}

/** One transaction of a series. */
export interface PreparedTransaction {
  /** Made as they are asked for, and only once. */
  readonly operations: Iterable<Operation>;
  /**
   * Takes the results. Gives the rows that it changed and a later one compares with: their new versions must be told by
   * `see` before the next one is prepared.
   */
  readonly committed: (results: readonly OperationResult[]) => readonly SeenRow[];
}

/** What to read when everything is committed, and what is wrong with it: sentences. The rows are those of each query. */
export interface ReadBack {
  readonly queries: readonly Query[];
  readonly problemsIn: (rows: readonly (readonly OvsdbRow[])[]) => readonly string[];
}

/** A change as a series of transactions. */
export interface Transactions {
  /** The next one; undefined when all were prepared. */
  readonly next: () => PreparedTransaction | undefined;
  /** Whether the next one may be prepared and sent while the one before is not answered: neither needs the other. */
  readonly mayOverlap: () => boolean;
  /** Tells the version (`_version`) that a row has now. */
  readonly see: (uuid: string, version: string) => void;
  /**
   * The queries of `readBack`, once all are prepared and where the answers to the last ones do not matter for what is
   * asked: then they can be on their way while the server still works.
   */
  readonly queriesAhead: () => readonly Query[] | undefined;
  /** Asked for when all are committed. */
  readonly readBack: () => ReadBack;
}

/** How large one transaction may be; what must be done together is, whatever its size. */
export interface TransactionLimits {
  readonly operations: number;
  /** Of JSON, estimated. */
  readonly bytes: number;
}
