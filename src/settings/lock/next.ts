import type { Lock, LockPart } from '../../model/lock.js';

/** Returns the lock with the parts that kinds have decided; parts that no kind decides stay. */
export function nextLock(lock: Lock, parts: readonly (LockPart | undefined)[]): Lock {
  return parts.reduce<Lock>((next, part) => ({ ...next, ...part }), lock);
}
