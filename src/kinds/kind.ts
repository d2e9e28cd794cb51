import type { Db } from '../engine/query.js';
import type { Backend } from '../model/backend.js';
import type { AddressClaim } from '../model/claim.js';
import type { Catalogue } from '../model/catalogue.js';
import type { Cluster, Node } from '../model/cluster.js';
import type { Configuration, Feature } from '../model/configuration.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import type { AssignmentOrder, Lock, LockChange, LockPart, LockTree } from '../model/lock.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import type { Manifest, ManifestLocation } from '../model/manifest.js';
import type { ReportAt } from '../model/report-at.js';
import type { JsonObject } from '../std/json.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import type { AllowTemplate } from '../model/dropped-connection.js';

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

/** Answer of a kind to a query about its objects: data for programs, and lines of text. */
export interface ObjectExplanation {
  readonly data: object;
  readonly lines: readonly string[];
}

/** Effect of a change of nodes, with the effect of a later loss of each node that has something. */
export interface ImpactAnswer extends ObjectExplanation {
  readonly losses: readonly NodeLoss[];
}

/** The loss of a node, in words. */
export interface NodeLoss {
  readonly node: string;
  /** Number and noun of its items: `3 addresses`. */
  readonly has: string;
  /** Assignments that no other node can host. */
  readonly stranded: readonly { readonly name: string; readonly reason: string }[];
}

/** Nodes after a change. */
export type ChangeNodes = (nodes: readonly Node[]) => readonly Node[];

/** Objects that are served by nodes, and those that lose everything if one node fails. */
export interface FailoverResult {
  /** Names of all objects, in byte order. */
  readonly names: readonly string[];
  readonly losses: readonly Loss[];
}

/** An address that is the last of its family. */
export interface Loss {
  readonly name: string;
  readonly address: string;
  /** The node whose failure takes it. If unset, no node has it now. */
  readonly node?: string;
  /** Reason why no other node takes it over. */
  readonly reason: string;
  readonly place: ManifestLocation;
}

/** Says of one assignment that is another why it is, as a clause. */
export type ExplainChange = (change: LockChange) => string;

/** Part of `weir.lock.yaml` of a kind. */
export interface KindLock {
  /** The field of the file, and of a lock. */
  readonly field: keyof Lock;
  /** JSON Schema (draft 7) of the field. */
  readonly schema: JsonObject;
  /** Reads a field that the schema takes. Reports keys that cannot be used, at pointers inside the field. */
  readonly read: (written: JsonObject, reportAt: ReportAt) => LockPart;
  /** The content of the field, in byte order of its keys. */
  readonly write: (lock: Lock) => LockTree;
  /** Returns the differences of two locks, in byte order of names and addresses. */
  readonly compare: (before: Lock, after: Lock) => readonly LockChange[];
  /** True if a node, ready or not, has all by which it may be the node of an assignment. */
  readonly mayHost: (node: Node, configuration: Configuration) => boolean;
  /** Returns a function that explains changes of the lock. Each change is one from `input.context.lock`. */
  readonly explain: (input: KindInput) => ExplainChange;
}

/** Northbound rows that OVN-Kubernetes makes for the objects of a kind: Weir stands in for it there. */
export interface OwnedRows {
  /** `owner-type` in their `external_ids`. */
  readonly ownerType: string;
  readonly tables: readonly string[];
  /**
   * True if controllers that run beside Weir make such rows for objects that Weir does not own: then the owner type
   * does not say whose a row is, unless Weir manages the topology.
   */
  readonly sharedWithControllers?: boolean;
  /**
   * The object (`<name>`, or `<namespace>/<name>`) behind a row, from the `name` among its `external_ids`. Undefined, or absent, for rows
   * that serve all objects.
   */
  readonly objectOf?: (name: string) => string | undefined;
}

/** Objects of a kind with their selectors resolved. */
export interface Resolution {
  /** Returns the effects. Called by a query, which remembers them. */
  readonly lower: () => readonly Intent[];
  /** Current assignments. Unset for a kind that assigns nothing. */
  readonly lock?: LockPart;
}

/** A field that names another object. */
export interface NameField {
  /** Path of the field, with `/`. `*` stands for any item of a list. */
  readonly path: string;
  /** The kind of the object that it names. */
  readonly kind: string;
  /** Namespace of that object: that of this object, none, or the one before the name, with `/`. */
  readonly namespace: 'own' | 'none' | 'written';
}

/** A source address that an object gives to pods of some namespaces. */
export interface GivenAddress {
  /** Canonical. */
  readonly address: string;
  /** Name of the object: `<name>`, or `<namespace>/<name>`. */
  readonly name: string;
  readonly namespaces: string | WrittenSelector;
  /** Selector of the pods in these namespaces. If unset, all. */
  readonly pods?: WrittenSelector;
}

/** All that Weir knows of one custom resource kind. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** JSON Schema (draft 7) of the whole object, without `metadata`, whose rules are those of every kind. */
  readonly schema: JsonObject;
  /** Schemas that stand in its place in definitions of other releases, by the names that these have in the profile. */
  readonly otherSchemas?: Readonly<Record<string, JsonObject>>;
  /** If true, other writers may add conditions of types of their own to `status.conditions`. If unset, false. */
  readonly sharesConditions?: boolean;
  /** Fields that name objects, without selectors and `metadata.namespace`. If unset, none. */
  readonly names?: readonly NameField[];
  /** Advice on fields that the kind does not have although users expect them, by JSON pointer. If unset, there are none. */
  readonly absentFields?: Readonly<Record<string, string>>;
  /** The name that `metadata.name` must have, if there is only one. */
  readonly onlyName?: string;
  /** Every finding that is reported of objects of the kind alone. */
  readonly messages: Catalogue;
  /** The feature that must be on for the kind to have any effect. */
  readonly feature?: Feature;
  /**
   * Objects that only the inventory has are resolved too: they decide about packets, though nothing is made of them. Such a
   * kind tells them by `isLive`.
   */
  readonly countsInInventory?: boolean;
  /** True if the effect of its objects depends on Secrets, which no inventory contains. If unset, false. */
  readonly needsSecrets?: boolean;
  /** An object with what clients take for granted and only the API server asks for. Questions about flows read objects so. */
  readonly complete?: (object: JsonObject) => JsonObject;
  /** The kind's own rules beyond the schema. Runs on objects that the schema takes. */
  readonly check?: (manifest: Manifest, report: Reporter) => void;
  /**
   * The addresses that objects of the kind want for themselves, and those that they lead traffic to: what conflicts are
   * found by. Asked for objects that the schema takes, while the feature of the kind is on.
   */
  readonly claims?: (manifests: readonly Manifest[], context: ClaimContext) => readonly AddressClaim[];
  /** The rows in live databases that are the kind's by their owner types. Absent for a kind whose rows bear no such ids. */
  readonly rows?: readonly OwnedRows[];
  /** The part of the lock that is the kind's. Absent for a kind that assigns nothing. */
  readonly lock?: KindLock;
  /**
   * Explains the assignment of an object (`<name>`, or `<namespace>/<name>`), or returns undefined if the object is
   * unknown.
   */
  readonly explain?: (input: KindInput, name: string) => ObjectExplanation | undefined;
  /**
   * True if assignments depend only on the kind's objects, its objects in the inventory, the nodes, the lock, the
   * configuration and the refused addresses. If unset, false.
   */
  readonly dependsOnlyOnNodes?: boolean;
  /** The smallest change to an object by which a connection passes that a rule of it drops. Absent for kinds that drop nothing. */
  readonly allowTemplate?: AllowTemplate;
  /** Explains why assignments differ between two inputs, each with its placement. */
  readonly explainMove?: (before: KindInput, after: KindInput) => ExplainChange;
  /**
   * Returns the effect of a change of nodes on the assignments, without lines if there is nothing to explain. The data
   * of all kinds form one object, so each kind has its own field.
   */
  readonly whatIf?: (input: KindInput, change: ChangeNodes) => ImpactAnswer;
  /** The Services that ingress controllers send requests to because of objects of the kind, those of the inventory too. */
  readonly backends?: (objects: readonly Manifest[], context: KindContext) => readonly Backend[];
  /** Returns the source addresses of namespaces, independent of pods and nodes. If unset, none. */
  readonly gives?: (input: KindInput) => readonly GivenAddress[];
  /**
   * Returns the losses of objects if any one node fails. An object that keeps a part of all its assignments is not
   * included.
   */
  readonly checkFailover?: (input: KindInput) => FailoverResult;
  /** Returns the source addresses that objects request for pods, independent of nodes. If unset, none. */
  readonly requestedEgress?: (input: KindInput) => readonly RequestedEgress[];
  /**
   * Returns true if an object is namespace-local: all its rows belong to its namespace, next to rows of objects of its
   * kind only. Its rows and findings depend only on the object, its namespace, the configuration, and objects of the
   * inventory that are not namespaces. Findings and rows of other objects do not depend on it.
   *
   * Exception: if there are policies, findings about both depend on the policies and the filters made of the object.
   * Each such finding names both. If unset, false.
   */
  readonly isNamespaceLocal?: (manifest: Manifest) => boolean;
  /** Resolves all objects of the kind. Absent for a kind that is only checked. */
  readonly resolve?: (manifests: readonly Manifest[], context: ResolveContext) => Resolution;
}
