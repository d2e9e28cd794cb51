import type { Memo } from '../../../engine/memo.js';

/** Options for making rows. */
export interface RowOptions {
  /** Memo of earlier rows. If unset, nothing is memoized. */
  readonly memo?: Memo | undefined;
  /** If true, rows that only one namespace has may be made when they are written. */
  readonly inBlocks?: boolean;
}
