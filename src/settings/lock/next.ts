import type { Lock, LockPart } from '../../model/lock.js';

/** Returns the lock with the parts that kinds have decided. Other parts stay unchanged. */
export function nextLock(lock: Lock, parts: readonly (LockPart | undefined)[]): Lock {
  return parts.reduce<Lock>((next, part) => ({ ...next, ...part }), lock);
}
