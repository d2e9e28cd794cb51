import { plural } from '../std/plural.js';
import type { Severity } from './diagnostic.js';

/**
 * Returns a count and its severity: `1 error`, `2 rejected`, `3 warnings`, `4 info`. Two of the severities have no
 * plural.
 */
export function countSeverity(count: number, severity: Severity): string {
  return severity === 'rejected' || severity === 'info' ? `${count} ${severity}` : plural(count, severity);
}
