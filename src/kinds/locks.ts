import type { Lock, LockChange, LockTree } from '../model/lock.js';
import { memoizeWeak } from '../std/memoize.js';
import { kinds } from './index.js';
import type { KindLock } from './contract/kind-placement.js';

/** The parts that a lock has, in their order in the file. */
export const lockParts: readonly KindLock[] = kinds.flatMap(({ placement }) => (placement ? [placement.lock] : []));

/** Returns the differences of two locks, kind by kind. */
export function compareLocks(before: Lock, after: Lock): readonly LockChange[] {
  return compareWith(before)(after);
}

/** A command asks several times what its run has changed. */
const compareWith = memoizeWeak((before: Lock) =>
  memoizeWeak((after: Lock) => lockParts.flatMap((part) => part.compare(before, after))),
);

/** Returns the content of the file for a lock: its non-empty fields. */
export function writtenLock(lock: Lock): ReadonlyMap<string, LockTree> {
  const fields = lockParts.map(({ field, write }): [string, LockTree] => [field, write(lock)]);
  return new Map(fields.filter(([, content]) => content.size > 0));
}
