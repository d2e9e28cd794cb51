import type { Lock, LockPart, LockedEgressIP } from '../../model/lock.js';

/** One difference between two locks. `from` and `to` are nodes, marks or hosts; absent: not locked. */
export interface LockChange {
  readonly kind: 'EgressIP' | 'EgressService';
  readonly name: string;
  /** Absent for a mark, and for an EgressService. */
  readonly address?: string;
  readonly what: 'address' | 'mark' | 'host';
  readonly from?: string;
  readonly to?: string;
}

/** The lock with the parts that kinds have decided anew; what no kind speaks of stays. */
export function nextLock(lock: Lock, parts: readonly (LockPart | undefined)[]): Lock {
  return parts.reduce<Lock>((next, part) => ({ ...next, ...part }), lock);
}

/** What differs, in byte order of kind, name and address. */
export function compareLocks(before: Lock, after: Lock): LockChange[] {
  const objects = namesOf(before.egressIPs, after.egressIPs).flatMap((name) =>
    compareEgressIP(name, before.egressIPs.get(name), after.egressIPs.get(name)),
  );
  const services = namesOf(before.egressServices, after.egressServices).flatMap((name) =>
    compareValue(
      { kind: 'EgressService', name, what: 'host' },
      before.egressServices.get(name),
      after.egressServices.get(name),
    ),
  );
  return [...objects, ...services];
}

function compareEgressIP(name: string, before?: LockedEgressIP, after?: LockedEgressIP): LockChange[] {
  const empty: ReadonlyMap<string, string> = new Map();
  const [from, to] = [before?.addresses ?? empty, after?.addresses ?? empty];
  const mark = compareValue(
    { kind: 'EgressIP', name, what: 'mark' },
    before?.mark?.toString(),
    after?.mark?.toString(),
  );
  const addresses = namesOf(from, to).flatMap((address) =>
    compareValue({ kind: 'EgressIP', name, what: 'address', address }, from.get(address), to.get(address)),
  );
  return [...mark, ...addresses];
}

function compareValue(
  change: Omit<LockChange, 'from' | 'to'>,
  from: string | undefined,
  to: string | undefined,
): LockChange[] {
  if (from === to) return [];
  return [{ ...change, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function namesOf(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].sort();
}
