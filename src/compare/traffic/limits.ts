/** How much of a change is looked into, and how. */
export interface ComparisonLimits {
  /** Maximum number of pairs of types of classes, and of single classes: a change of everything is not worth hours. */
  readonly pairs: number;
  /** Maximum number of changes that differ: more are no review. */
  readonly changes: number;
  /** Maximum number of pairs that are joined one by one: more are told by their types, with exceptions. */
  readonly singles: number;
  /** Minimum number of classes that a selection picks for it to tell types apart. The root of all classes if that is more. */
  readonly heavy: number;
}

export const COMPARISON_LIMITS: ComparisonLimits = { pairs: 4_000_000, changes: 20_000, singles: 20_000, heavy: 16 };
