import type { Lock, LockPart } from '../../model/lock.js';

/** The lock with the parts that kinds have decided anew; what no kind speaks of stays. */
export function nextLock(lock: Lock, parts: readonly (LockPart | undefined)[]): Lock {
  return parts.reduce<Lock>((next, part) => ({ ...next, ...part }), lock);
}
