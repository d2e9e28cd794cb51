/** The doublings after which every pause is the longest one: more would leave the range of exact numbers. */
const MAX_DOUBLINGS = 30;

/**
 * How long to wait before the attempt that follows so many failed ones, in the unit of `first` and `longest`: not at all
 * before any has failed, then `first`, and twice as long each time, up to `longest`.
 */
export function backOff(failures: number, first: number, longest: number): number {
  return failures === 0 ? 0 : Math.min(longest, first * 2 ** Math.min(failures - 1, MAX_DOUBLINGS));
}
