/** The doublings after which every pause is the longest one: more would leave the range of exact numbers. */
const MAX_DOUBLINGS = 30;

/**
 * Returns the wait before the next attempt, in the unit of `first` and `longest`: 0 without failures, then `first`,
 * doubled each time up to `longest`.
 */
export function backOff(failures: number, first: number, longest: number): number {
  return failures === 0 ? 0 : Math.min(longest, first * 2 ** Math.min(failures - 1, MAX_DOUBLINGS));
}
