import { backOff } from '../../std/back-off.js';

const FIRST = 100;
const LONGEST = 8000;

/**
 * Milliseconds to wait before the attempt that follows so many failed ones: none at first, then doubling up to eight
 * seconds. `random` (0 to 1) takes away up to half of it, so that clients which lost one server together do not all
 * come back together.
 */
export function pauseAfter(failures: number, random: number): number {
  return backOff(failures, FIRST, LONGEST) * (1 - random / 2);
}
