import type { RouteResource } from '../model/route.js';
import { compareText } from '../std/compare-text.js';

/**
 * Compares Routes by age, oldest first: time in seconds, then uid. See the OpenShift router. Routes that are not in the
 * cluster are younger than existing ones. Their later order is unknown, so they are sorted by name.
 */
export function compareAge(a: RouteResource, b: RouteResource): number {
  if (a.birth && b.birth) {
    const byBirth = compareTimes(a.birth.time, b.birth.time) || compareText(a.birth.uid, b.birth.uid);
    return byBirth || compareText(a.key, b.key);
  }
  return a.birth ? -1 : b.birth ? 1 : compareText(a.key, b.key);
}

/** Compares times. They may both be -Infinity, so a difference would be NaN. */
function compareTimes(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
