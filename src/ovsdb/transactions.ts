import type { Operation, OperationResult } from './client/index.js';

/** A row that a transaction compares with what was seen of it. */
export interface SeenRow {
  readonly table: string;
  readonly uuid: string;
}

/** A change as a series of transactions, each made when the one before it was committed. */
export interface Transactions {
  /** The operations of the next one; undefined when all were made. */
  readonly next: () => readonly Operation[] | undefined;
  /**
   * Takes the results of the last one. Gives the rows that it changed and a later one compares with, so that their new
   * versions must be told by `see` before `next` is called again.
   */
  readonly committed: (results: readonly OperationResult[]) => readonly SeenRow[];
  /** Tells the version (`_version`) that a row has now. */
  readonly see: (uuid: string, version: string) => void;
}

/** How large one transaction may be; what must be done together is, whatever its size. */
export interface TransactionLimits {
  readonly operations: number;
  /** Of JSON, estimated. */
  readonly bytes: number;
}
