import type { Lock, LockChange } from '../model/lock.js';
import { kinds } from './index.js';

/** What differs between two locks, kind by kind. */
export function compareLocks(before: Lock, after: Lock): LockChange[] {
  return kinds.flatMap(({ lock }) => lock?.compare(before, after) ?? []);
}
