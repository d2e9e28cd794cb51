/** Maximum size of a long report. The rest is counted. */
export interface Bounds {
  /** Blocks of a section. */
  readonly blocks: number;
  /** Facts of a block, and names in a list. */
  readonly facts: number;
}

/** Bounds for a terminal or a comment. */
export const SHORT: Bounds = { blocks: 20, facts: 8 };
