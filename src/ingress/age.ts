import type { RouteResource } from '../model/route.js';
import { compareText } from '../std/compare-text.js';

/**
 * Sorts by age, the oldest first: time in seconds, then uid (OpenShift router). Routes that are not in the cluster yet are
 * younger than all that are; which of them will be the older one is unknown, and they are sorted by name.
 */
export function compareAge(a: RouteResource, b: RouteResource): number {
  if (a.birth && b.birth) {
    const byBirth = compareTimes(a.birth.time, b.birth.time) || compareText(a.birth.uid, b.birth.uid);
    return byBirth || compareText(a.key, b.key);
  }
  return a.birth ? -1 : b.birth ? 1 : compareText(a.key, b.key);
}

/** Two Routes without a time may both be earlier than all. */
function compareTimes(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
