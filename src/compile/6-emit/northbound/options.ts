import type { Memo } from '../../../model/memo.js';

/** How rows are made. */
export interface RowOptions {
  /** What is known of earlier rows; absent: nothing. */
  readonly memo?: Memo | undefined;
  /** Whether rows that one namespace alone has may be made when they are written. */
  readonly inBlocks?: boolean;
}
