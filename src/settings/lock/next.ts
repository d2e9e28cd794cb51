import type { Lock, LockPart } from '../../model/lock.js';
import { memoizeItems, memoizeWeak } from '../../std/memoize.js';
import { present } from '../../std/present.js';

/** Returns the lock with the parts that kinds have decided. Other parts stay unchanged. The same parts give the same lock. */
export function nextLock(lock: Lock, parts: readonly (LockPart | undefined)[]): Lock {
  return joinTo(lock)(present(parts));
}

/** The differences of two locks are remembered with them. */
const joinTo = memoizeWeak((lock: Lock) =>
  memoizeItems((parts: readonly LockPart[]) => parts.reduce<Lock>((next, part) => ({ ...next, ...part }), lock)),
);
