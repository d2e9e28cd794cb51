import type { Db } from '../../engine/query.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { AssignmentOrder, Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';

/** Context of a kind while it resolves and lowers. */
export interface KindContext {
  readonly configuration: Configuration;
  /** The assignments made so far. */
  readonly lock: Lock;
  readonly assignmentOrder: AssignmentOrder;
  /** The sound objects of all kinds. */
  readonly manifests: readonly Manifest[];
  /** Custom resources found in the inventory: what the live cluster has. Only their status counts. */
  readonly observed: readonly Manifest[];
  /** Valid observed objects of kinds that count in the inventory, without those that a manifest replaces. */
  readonly live: readonly Manifest[];
  readonly cluster: Cluster;
  /**
   * Returns true if another owner has the address. Parameters: kind, name (`<namespace>/<name>` within a namespace) and
   * canonical address of the object.
   */
  readonly isRefused: (kind: string, name: string, address: string) => boolean;
  readonly report: Reporter;
  /** If true, analyses that report only warnings may be skipped. */
  readonly errorsOnly: boolean;
  /**
   * True if what is resolved is asked for once, when it is written: then what is quick to make, and much, is made again
   * there rather than kept.
   */
  readonly isWrittenOnce: boolean;
}

/** Context of a kind in a query: what it reads is recorded. */
export interface ResolveContext extends KindContext {
  readonly db: Db;
}

/** Context of a kind before anything is decided. */
export type ClaimContext = Pick<KindContext, 'configuration' | 'lock' | 'observed'>;

/** The objects of a kind, and what they are resolved by. */
export interface KindInput {
  readonly manifests: readonly Manifest[];
  readonly context: KindContext;
}
