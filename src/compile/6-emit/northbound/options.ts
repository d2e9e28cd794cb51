import type { Memo } from '../../../model/memo.js';

/** How rows are made. */
export interface RowOptions {
  /** What is known of earlier rows. If unset, nothing. */
  readonly memo?: Memo | undefined;
  /** True if rows that one namespace alone has may be made when they are written. */
  readonly inBlocks?: boolean;
}
