import type { Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Lock, LockChange, LockPart, LockTree } from '../../model/lock.js';
import type { ManifestLocation } from '../../model/manifest.js';
import type { ReportAt } from '../../model/report-at.js';
import type { RequestedEgress } from '../../model/requested-egress.js';
import type { WrittenSelector } from '../../selectors/namespaces.js';
import type { JsonObject } from '../../std/json.js';
import type { KindInput } from './kind-context.js';

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

/** How objects of a kind get addresses or hosts on nodes, and answers to queries about it. */
export interface KindPlacement {
  readonly lock: KindLock;
  /**
   * True if assignments depend only on the kind's objects, its objects in the inventory, the nodes, the lock, the
   * configuration and the refused addresses. If unset, false.
   */
  readonly dependsOnlyOnNodes?: boolean;
  /**
   * Explains the assignment of an object (`<name>`, or `<namespace>/<name>`), or returns undefined if the object is
   * unknown.
   */
  readonly explain: (input: KindInput, name: string) => ObjectExplanation | undefined;
  /** Explains why assignments differ between two inputs, each with its placement. */
  readonly explainMove: (before: KindInput, after: KindInput) => ExplainChange;
  /**
   * Returns the effect of a change of nodes on the assignments, without lines if there is nothing to explain. The data
   * of all kinds form one object, so each kind has its own field.
   */
  readonly whatIf: (input: KindInput, change: ChangeNodes) => ImpactAnswer;
  /**
   * Returns the losses of objects if any one node fails. An object that keeps a part of all its assignments is not
   * included.
   */
  readonly checkFailover?: (input: KindInput) => FailoverResult;
  /** Returns the source addresses of namespaces, independent of pods and nodes. */
  readonly gives: (input: KindInput) => readonly GivenAddress[];
  /** Returns the source addresses that objects request for pods, independent of nodes. If unset, none. */
  readonly requestedEgress?: (input: KindInput) => readonly RequestedEgress[];
}
