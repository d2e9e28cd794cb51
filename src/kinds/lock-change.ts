import type { LockChange } from '../model/lock.js';

/** The change from one value to another; none where they are the same. */
export function changeOf(
  subject: Omit<LockChange, 'from' | 'to'>,
  from: string | undefined,
  to: string | undefined,
): LockChange[] {
  if (from === to) return [];
  return [{ ...subject, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

/** The keys of two maps, each once, in byte order. */
export function keysOfBoth(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].sort();
}
