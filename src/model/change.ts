/** Difference of one thing of a target, which decides the step of an apply. */
export type Drift =
  /** Desired and not there: it is made. */
  | 'missing'
  /** There, with other content: it is updated. */
  | 'changed'
  /** Weir's, and no input asks for it: it is removed. */
  | 'stale'
  /** A thing of another owner under an identity of Weir. It is reported, never touched, and prevents the apply. */
  | 'foreign';

/** One difference between the live and the desired state of a target. */
export interface Change {
  readonly drift: Drift;
  /** Sort of thing, in the terms of the target: `ACL`, `ip rule`, `nft map`, `Deployment`. */
  readonly sort: string;
  /** Its natural identity among its sort. */
  readonly name: string;
  /** `<Kind> <namespace>/<name>` of the resource that causes it or once caused it, or '' if unknown. */
  readonly owner: string;
  /** For `changed` and `foreign`: the fields that differ, as text. Sorted by name. */
  readonly fields: readonly FieldChange[];
}

export interface FieldChange {
  readonly name: string;
  readonly live: string;
  readonly desired: string;
}

/** The things of a target that resources of one kind cause. */
export interface KindState {
  /** Kind of the resources, or '' if the things do not name it. */
  readonly kind: string;
  /** Number of things with the desired content. */
  readonly equal: number;
  readonly changes: readonly Change[];
}

/** Hexadecimal SHA-256 of what is desired, and of the live state as far as the plan depends on it. */
export interface PlanDigests {
  readonly desired: string;
  readonly observed: string;
}

/** Changes that an apply would make to a target, and the function that makes exactly these. */
export interface Plan {
  /** In the order of sort and name. Empty: the target has the desired state. */
  readonly changes: readonly Change[];
  /** Returns the digests by which a reviewed plan is known to be current. Only such a plan needs them. */
  readonly digests: () => PlanDigests;
  /** Number of things in the target that Weir manages. The guard against large removals compares with it. */
  readonly owned: number;
  /**
   * Share, in percent, that the inventory has lost since this target last had the desired state of the same policy.
   * Unset if unknown. The guard uses it, because a target may rightly lose all its things to another.
   */
  readonly lost?: number | undefined;
  /** Things that look like Weir's without proof that they are: an audit shows them as foreign, and they stay. */
  readonly leftovers?: readonly Change[];
  /** Returns the things by the kind of the resources that cause them. If unset, the target does not distinguish kinds. */
  readonly kinds?: () => readonly KindState[];
  /** A sentence about the target that explains many changes at once. */
  readonly notice?: string;
  /** With no changes: notes that what is there is ours. If unset, what is ours shows by itself. */
  readonly adopt?: () => Promise<Failure | undefined>;
  /**
   * The changes as the params of one RFC 7047 `transact`, for a target that accepts it. Returns a failure if none may
   * be sent.
   */
  readonly transaction?: () => readonly unknown[] | Failure;
  /** Makes the changes, compares with what the plan saw, and reads back. With no changes it writes nothing. */
  readonly apply: () => Promise<ApplyOutcome>;
}

/** `problems` are sentences for a person: what failed, its location, and the next step. They never contain secrets. */
export interface Failure {
  readonly result: 'failed';
  readonly problems: readonly string[];
  /** True if another attempt may succeed, for example after a lost connection or a concurrent change. */
  readonly transient: boolean;
  /** Unset for a target that cannot be read, compared or changed. */
  readonly class?: FailureClass;
}

/**
 * Step before the plan that failed. `recovery`: rolling back an interrupted change. `connection`: reaching the target, or
 * requesting the right to change it. `input`: reading or compiling the desired state.
 */
export type FailureClass = 'recovery' | 'connection' | 'input';

/** Returns a failure with one problem. */
export function fail(problem: string, transient = false): Failure {
  return { result: 'failed', problems: [problem], transient };
}

/** `writes`: transactions, commands or requests that changed something. */
export type ApplyOutcome = { readonly result: 'applied'; readonly writes: number } | Failure;
export type Planned = { readonly result: 'planned'; readonly plan: Plan } | Failure;

/**
 * Right of an applier to change a target. `held`: this one may. `waiting`: another one may. `away`: the target cannot be
 * reached.
 */
export type Standing = 'held' | 'waiting' | 'away';

/** A right to change a target that one applier at a time has, and that expires unless it is renewed. */
export interface TargetLease {
  /** See `ApplyTarget.stand`. Returns a failure if it is unknown which applier has the right. */
  readonly stand: NonNullable<ApplyTarget['stand']>;
  /** Returns a failure unless this applier has the right now. Called before each write. */
  readonly check: () => Promise<Failure | undefined>;
  /** Stops renewals and gives the right up. */
  readonly release: () => Promise<void>;
}

/** Something with a live state of its own: a zone's Northbound database, a node's host, a cluster's API. */
export interface ApplyTarget {
  /** `northbound worker-a`, `node worker-a`, `cluster`. */
  readonly name: string;
  /** Reads the live state and compares it with the desired one. Touches nothing. */
  readonly plan: () => Promise<Planned>;
  /**
   * Requests the right to change the target at the first call, and returns the current one. Changes of it are reported
   * to the listener of that call. Until then, and if unset, everyone may change the target.
   */
  readonly stand?: (onChange: (standing: Standing) => void) => Promise<Standing | Failure>;
  /**
   * Keeps a copy of the live state between plans from the first one on, and calls `onChange` after each change of it.
   * Called before anything else. If unset, only a plan detects changes.
   */
  readonly follow?: (onChange: () => void) => void;
  /** Ends connections. */
  readonly close: () => Promise<void>;
}
