import type { AddressClaim } from '../model/claim.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration, Feature } from '../model/configuration.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import type { Lock, LockPart } from '../model/lock.js';
import type { Manifest } from '../model/manifest.js';
import type { JsonObject } from '../std/json.js';

/** What a kind may look at while it resolves and lowers. */
export interface KindContext {
  readonly configuration: Configuration;
  /** The assignments made so far. */
  readonly lock: Lock;
  /** Custom resources found in the inventory: what the live cluster has. Only their status counts. */
  readonly observed: readonly Manifest[];
  readonly cluster: Cluster;
  /**
   * Whether an object (its kind, and its name: `<namespace>/<name>` within a namespace) does not get an address (canonical
   * text) because somebody else has it.
   */
  readonly isRefused: (kind: string, name: string, address: string) => boolean;
  readonly report: Reporter;
}

/** What a kind may look at before anything is decided. */
export type ClaimContext = Pick<KindContext, 'configuration' | 'lock' | 'observed'>;

/** Objects of a kind with their selectors resolved; it knows how to say its effects. */
export interface Resolution {
  readonly lower: () => readonly Intent[];
  /** The assignments that hold now. Absent for a kind that assigns nothing. */
  readonly lock?: LockPart;
}

/** A message catalogue: each entry makes the finding for one fact. */
export type Messages = Readonly<Record<string, (...parts: never[]) => Finding>>;

/** All that Weir knows of one custom resource kind. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** JSON Schema (draft 7) of the whole object, without `metadata`, whose rules are those of every kind. */
  readonly schema: JsonObject;
  /** The name that `metadata.name` must have, where there is only one. */
  readonly onlyName?: string;
  /** The feature that must be on for the kind to have any effect. */
  readonly feature?: Feature;
  /** The kind's own rules beyond the schema. Runs on objects that the schema takes. */
  readonly check?: (manifest: Manifest, report: Reporter) => void;
  /**
   * The addresses that objects of the kind want for themselves, and those that they lead traffic to: what conflicts are
   * found by. Asked for objects that the schema takes, while the feature of the kind is on.
   */
  readonly claims?: (manifests: readonly Manifest[], context: ClaimContext) => readonly AddressClaim[];
  /** Resolves all objects of the kind. Absent for a kind that is only checked. */
  readonly resolve?: (manifests: readonly Manifest[], context: KindContext) => Resolution;
}
