/** Limits and strategy of a comparison. */
export interface ComparisonLimits {
  /**
   * Maximum number of pairs of types of classes, and of single classes. Limits the time for changes that affect
   * everything.
   */
  readonly pairs: number;
  /** Maximum number of distinct changes. */
  readonly changes: number;
  /** Maximum number of pairs that are joined one by one. More are reported by their types, with exceptions. */
  readonly singles: number;
  /**
   * Minimum number of classes that a selection must pick to distinguish types. The square root of the number of
   * classes, if that is larger.
   */
  readonly heavy: number;
}

export const COMPARISON_LIMITS: ComparisonLimits = { pairs: 4_000_000, changes: 20_000, singles: 20_000, heavy: 16 };
