import type { CanonicalAddress } from '../net/address.js';

/** Recorded assignments: the content of `weir.lock.yaml`. Every map is in byte order of its keys. */
export interface Lock {
  /** EgressIP name → its packet mark and the node of each of its addresses. */
  readonly egressIPs: ReadonlyMap<string, LockedEgressIP>;
  /** `<namespace>/<name>` of an EgressService → its host. */
  readonly egressServices: ReadonlyMap<string, string>;
}

export interface LockedEgressIP {
  readonly mark?: number;
  /** By their canonical text. */
  readonly addresses: ReadonlyMap<string, LockedAddress>;
}

export interface LockedAddress {
  readonly address: CanonicalAddress;
  /** Name of the node that has it. */
  readonly node: string;
}

/**
 * Sources of assignments, in the order in which they count. `lock-first`: the lock, the status of live objects, new
 * assignments. `status-first`: the status before the lock. `status-only`: the status of objects of the inventory, for a
 * reader whose assignments another applier makes. The labels, readiness and capacity of nodes are then not judged.
 */
export type AssignmentOrder = 'lock-first' | 'status-first' | 'status-only';

/** Assignments that a kind made or kept in this run: its part of the next lock. */
export type LockPart = Partial<Lock>;

/** Content of the lock file: nested mappings. */
export type LockTree = ReadonlyMap<string, LockTree | string | number>;

/** One difference between two locks. `from` and `to` are nodes, marks or hosts. If unset, not locked. */
export interface LockChange {
  readonly kind: string;
  /** `<namespace>/<name>` within a namespace. */
  readonly name: string;
  /** Set if `what` is an address. */
  readonly address?: string;
  readonly what: 'address' | 'mark' | 'host';
  readonly from?: string;
  readonly to?: string;
}
