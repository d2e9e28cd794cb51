/** Assignments made so far: what `weir.lock.yaml` holds. Every map is in byte order of its keys. */
export interface Lock {
  /** EgressIP name → its packet mark and where each of its addresses is (canonical address → node name). */
  readonly egressIPs: ReadonlyMap<string, LockedEgressIP>;
  /** `<namespace>/<name>` of an EgressService → its host. */
  readonly egressServices: ReadonlyMap<string, string>;
}

export interface LockedEgressIP {
  readonly mark?: number;
  readonly addresses: ReadonlyMap<string, string>;
}

/** What a kind decided in this run or kept: its part of the next lock. */
export type LockPart = Partial<Lock>;

/** Content of the lock file: nested mappings. */
export type LockTree = ReadonlyMap<string, LockTree | string | number>;

/** One difference between two locks. `from` and `to` are nodes, marks or hosts; absent: not locked. */
export interface LockChange {
  readonly kind: string;
  /** `<namespace>/<name>` within a namespace. */
  readonly name: string;
  /** Where `what` is an address. */
  readonly address?: string;
  readonly what: 'address' | 'mark' | 'host';
  readonly from?: string;
  readonly to?: string;
}
