import { backOff } from '../../std/back-off.js';

const FIRST = 100;
const LONGEST = 8000;

/**
 * Returns the milliseconds to wait after a number of failed attempts: none at first, then doubling up to eight seconds.
 * `random` (0 to 1) subtracts up to half of it, so that clients of a failed server do not reconnect in lockstep.
 */
export function pauseAfter(failures: number, random: number): number {
  return backOff(failures, FIRST, LONGEST) * (1 - random / 2);
}
