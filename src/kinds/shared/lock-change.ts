import type { LockChange } from '../../model/lock.js';

/** Returns the change from one value to another, or none if they are the same. */
export function changeOf(
  subject: Omit<LockChange, 'from' | 'to'>,
  from: string | undefined,
  to: string | undefined,
): LockChange[] {
  if (from === to) return [];
  return [{ ...subject, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

/** Returns the keys of two maps in byte order of their keys, each once, in that order. */
export function keysOfBoth(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  if (a.size === 0) return [...b.keys()];
  return [...new Set([...a.keys(), ...b.keys()])].sort();
}

/** Returns the entries of a mapping of the lock file, in byte order of its keys. */
export function sortedEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
