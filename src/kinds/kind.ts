import type { Backend } from '../model/backend.js';
import type { AddressClaim } from '../model/claim.js';
import type { Catalogue } from '../model/catalogue.js';
import type { Cluster, Node } from '../model/cluster.js';
import type { Memo } from '../model/memo.js';
import type { Configuration, Feature } from '../model/configuration.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import type { Lock, LockChange, LockPart, LockTree } from '../model/lock.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import type { Manifest, ManifestLocation } from '../model/manifest.js';
import type { ReportAt } from '../model/report-at.js';
import type { JsonObject } from '../std/json.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import type { AllowTemplate } from '../model/dropped-connection.js';

/** What a kind may look at while it resolves and lowers. */
export interface KindContext {
  readonly configuration: Configuration;
  /** The assignments made so far. */
  readonly lock: Lock;
  /** The sound objects of all kinds. */
  readonly manifests: readonly Manifest[];
  /** Custom resources found in the inventory: what the live cluster has. Only their status counts. */
  readonly observed: readonly Manifest[];
  /** Of those the sound ones of kinds that count in the inventory, where no manifest takes their place. */
  readonly live: readonly Manifest[];
  readonly cluster: Cluster;
  /**
   * True if an object (its kind, and its name: `<namespace>/<name>` within a namespace) does not get an address
   * (canonical text) because somebody else has it.
   */
  readonly isRefused: (kind: string, name: string, address: string) => boolean;
  readonly report: Reporter;
  /** True if nobody asks for warnings: an analysis that finds nothing else may be left out. */
  readonly errorsOnly: boolean;
  /**
   * True if what is resolved is asked for once, when it is written: then what is quick to make, and much, is made again
   * there rather than kept.
   */
  readonly isWrittenOnce: boolean;
  /** What two sides of a comparison share is made once. */
  readonly memo: Memo;
}

/** What a kind may look at before anything is decided. */
export type ClaimContext = Pick<KindContext, 'configuration' | 'lock' | 'observed'>;

/** The objects of a kind, and what they are resolved by. */
export interface KindInput {
  readonly manifests: readonly Manifest[];
  readonly context: KindContext;
}

/** What a kind answers to a question about its objects: for programs, and for people, a line each. */
export interface Answer {
  readonly data: object;
  readonly lines: readonly string[];
}

/** What a change of the nodes means, with what the loss of each node that has something would mean after it. */
export interface ImpactAnswer extends Answer {
  readonly losses: readonly NodeLoss[];
}

/** The loss of a node, in words. */
export interface NodeLoss {
  readonly node: string;
  /** What it has: `3 addresses`. */
  readonly has: string;
  /** What would have nowhere to go. */
  readonly stranded: readonly { readonly name: string; readonly reason: string }[];
}

/** Nodes after a change. */
export type ChangeNodes = (nodes: readonly Node[]) => readonly Node[];

/** Which objects have what they serve on nodes, and which of them lose the last of it when one node fails. */
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
  /** Why no other node takes it over. */
  readonly reason: string;
  readonly place: ManifestLocation;
}

/** Says of one assignment that is another why it is, as a clause. */
export type ExplainChange = (change: LockChange) => string;

/** What `weir.lock.yaml` holds of a kind. */
export interface KindLock {
  /** The field of the file, and of a lock. */
  readonly field: keyof Lock;
  /** JSON Schema (draft 7) of the field. */
  readonly schema: JsonObject;
  /** Reads a field that the schema takes. Reports keys that cannot be used, at pointers inside the field. */
  readonly read: (written: JsonObject, reportAt: ReportAt) => LockPart;
  /** The content of the field, in byte order of its keys. */
  readonly write: (lock: Lock) => LockTree;
  /** What differs between two locks, in byte order of names and addresses. */
  readonly compare: (before: Lock, after: Lock) => readonly LockChange[];
  /** True if a node, ready or not, has all by which it may be the node of an assignment. */
  readonly mayHost: (node: Node, configuration: Configuration) => boolean;
  /** Why the lock changes when the objects are compiled: each change is one from `input.context.lock`. */
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

/** Objects of a kind with their selectors resolved; it knows how to say its effects. */
export interface Resolution {
  readonly lower: () => readonly Intent[];
  /** The assignments that hold now. Absent for a kind that assigns nothing. */
  readonly lock?: LockPart;
}

/** A field that names another object. */
export interface NameField {
  /** The path of the field, with `/`; `*` stands for any item of a list. */
  readonly path: string;
  /** The kind of the object that it names. */
  readonly kind: string;
  /** Where that object is: in the namespace of this one, in none, or in the one that stands before the name, with `/`. */
  readonly namespace: 'own' | 'none' | 'written';
}

/** A source address that an object gives to pods of some namespaces. */
export interface GivenAddress {
  /** Canonical. */
  readonly address: string;
  /** Of the object: `<name>`, or `<namespace>/<name>`. */
  readonly name: string;
  readonly namespaces: string | WrittenSelector;
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
  /** Its fields that name objects. If unset, none; selectors and `metadata.namespace` do not count. */
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
  /** True if what becomes of its objects depends on Secrets, which no inventory holds. Default: no. */
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
  /** Why an object (`<name>`, or `<namespace>/<name>`) is assigned as it is, or undefined if nothing is known of it. */
  readonly explain?: (input: KindInput, name: string) => Answer | undefined;
  /**
   * True if all that decides about the assignments of objects of the kind is these objects, those that the inventory
   * has of it, the nodes, the lock, the configuration and the refused addresses. Default: no.
   */
  readonly dependsOnlyOnNodes?: boolean;
  /** The smallest change to an object by which a connection passes that a rule of it drops. Absent for kinds that drop nothing. */
  readonly allowTemplate?: AllowTemplate;
  /** Why assignments differ between two inputs, which both are placed for it. */
  readonly explainMove?: (before: KindInput, after: KindInput) => ExplainChange;
  /**
   * What a change of the nodes does to the assignments. The data of all kinds make one object: no two use one field. No
   * lines where there is nothing to explain.
   */
  readonly whatIf?: (input: KindInput, change: ChangeNodes) => ImpactAnswer;
  /** The Services that ingress controllers send requests to because of objects of the kind, those of the inventory too. */
  readonly backends?: (objects: readonly Manifest[], context: KindContext) => readonly Backend[];
  /** Which source addresses objects give to which namespaces, whatever pods and nodes there are. If unset, none. */
  readonly gives?: (input: KindInput) => readonly GivenAddress[];
  /** What objects lose where any one node fails; an object that keeps something of everything that it has is not named. */
  readonly checkFailover?: (input: KindInput) => FailoverResult;
  /** Source addresses that objects request for pods, whatever nodes there are. Absent for a kind that requests none. */
  readonly requestedEgress?: (input: KindInput) => readonly RequestedEgress[];
  /**
   * True if all rows that are made of an object are those of its namespace, beside objects of its kind alone, and all
   * that decides about them, and about what is found of it, is the object, its namespace, the objects of the inventory
   * that are no namespaces, and the configuration. What is found and made of other objects does not depend on it. But
   * where there are policies, they and the filters that are made of it decide about what is found of both, and each
   * finding names both. Default: no.
   */
  readonly isNamespaceLocal?: (manifest: Manifest) => boolean;
  /**
   * True if `resolve` looks at objects of other kinds: then it is asked in each compilation, whatever is remembered.
   */
  readonly dependsOnOtherKinds?: boolean;
  /** Resolves all objects of the kind. Absent for a kind that is only checked. */
  readonly resolve?: (manifests: readonly Manifest[], context: KindContext) => Resolution;
}
