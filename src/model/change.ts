/** How one thing of a target differs; it decides what an apply does. */
export type Drift =
  /** Desired and not there: it is made. */
  | 'missing'
  /** There, with other content: it is updated. */
  | 'changed'
  /** Weir's, and no input asks for it: it is removed. */
  | 'stale'
  /** A thing of somebody else under an identity of Weir's: it is shown and never touched, and nothing is applied. */
  | 'foreign';

/** One difference between the live and the desired state of a target. */
export interface Change {
  readonly drift: Drift;
  /** What sort of thing, in the words of the target: `ACL`, `ip rule`, `nft map`, `Deployment`. */
  readonly sort: string;
  /** Its natural identity among its sort. */
  readonly name: string;
  /** `<Kind> <namespace>/<name>` of the resource that asks for it, or asked for it once, or '' if nothing says. */
  readonly owner: string;
  /** For `changed` and `foreign`: the fields that differ, as text. Sorted by name. */
  readonly fields: readonly FieldChange[];
}

export interface FieldChange {
  readonly name: string;
  readonly live: string;
  readonly desired: string;
}

/** What an apply would do to a target, and the function that does just that. */
export interface Plan {
  /** In the order of sort and name. Empty: the target has the desired state. */
  readonly changes: readonly Change[];
  /** Hexadecimal SHA-256 of what is desired, and of the live state as far as the plan depends on it. */
  readonly digests: { readonly desired: string; readonly observed: string };
  /** How many things Weir owns in the target now: the guard against large removals compares with it. */
  readonly owned: number;
  /**
   * The share, in percent, that the inventory has lost since this target last was as the same policy desired; unset if
   * that is not known. The guard goes by it: a target may rightly lose all that it had to another.
   */
  readonly lost?: number | undefined;
  /** Things that look like Weir's without proof that they are: an audit shows them as foreign, and they stay. */
  readonly leftovers?: readonly Change[];
  /** A sentence about the target that explains many changes at once. */
  readonly notice?: string;
  /** With no changes: notes that what is there is ours. If unset, what is ours shows by itself. */
  readonly adopt?: () => Promise<Failure | undefined>;
  /** The changes as the params of one RFC 7047 `transact`, for a target that takes such; a failure where none may be sent. */
  readonly transaction?: () => readonly unknown[] | Failure;
  /** Makes the changes, compares with what the plan saw, and reads back. With no changes it writes nothing. */
  readonly apply: () => Promise<Outcome>;
}

/** `problems` are sentences for a person: what failed, where, and what to do. Secrets never are in them. */
export interface Failure {
  readonly result: 'failed';
  readonly problems: readonly string[];
  /** True if another try may help: a connection that broke, a state that moved meanwhile. */
  readonly transient: boolean;
}

/** Returns the failure of one problem. */
export function fail(problem: string, transient = false): Failure {
  return { result: 'failed', problems: [problem], transient };
}

/** `writes`: transactions, commands or requests that changed something. */
export type Outcome = { readonly result: 'applied'; readonly writes: number } | Failure;
export type Planned = { readonly result: 'planned'; readonly plan: Plan } | Failure;

/** Something with a live state of its own: a zone's Northbound database, a node's host, a cluster's API. */
export interface Target {
  /** `northbound worker-a`, `node worker-a`, `cluster`. */
  readonly name: string;
  /** Reads the live state and compares it with the desired one. Touches nothing. */
  readonly plan: () => Promise<Planned>;
  /** Ends connections. */
  readonly close: () => Promise<void>;
}
