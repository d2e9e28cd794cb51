import type { Backend } from '../../model/backend.js';
import type { AddressClaim } from '../../model/claim.js';
import type { Catalogue } from '../../model/catalogue.js';
import type { Feature } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { LockPart } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { JsonObject } from '../../std/json.js';
import type { AllowTemplate } from '../../model/dropped-connection.js';
import type { KindPlacement } from './kind-placement.js';
import type { ClaimContext, KindContext, ResolveContext } from './kind-context.js';

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

/** What the API server takes as an object of a kind. */
export interface KindDefinition {
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
  /** An object with what clients take for granted and only the API server asks for. Questions about flows read objects so. */
  readonly complete?: (object: JsonObject) => JsonObject;
}

/** All that Weir knows of one custom resource kind. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly definition: KindDefinition;
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
  /** The kind's own rules beyond the schema. Runs on objects that the schema takes. */
  readonly check?: (manifest: Manifest, report: Reporter) => void;
  /**
   * The addresses that objects of the kind want for themselves, and those that they lead traffic to: what conflicts are
   * found by. Asked for objects that the schema takes, while the feature of the kind is on.
   */
  readonly claims?: (manifests: readonly Manifest[], context: ClaimContext) => readonly AddressClaim[];
  /** The rows in live databases that are the kind's by their owner types. Absent for a kind whose rows bear no such ids. */
  readonly rows?: readonly OwnedRows[];
  /** Absent for a kind that assigns nothing to nodes. */
  readonly placement?: KindPlacement;
  /** The smallest change to an object by which a connection passes that a rule of it drops. Absent for kinds that drop nothing. */
  readonly allowTemplate?: AllowTemplate;
  /** The Services that ingress controllers send requests to because of objects of the kind, those of the inventory too. */
  readonly backends?: (objects: readonly Manifest[], context: KindContext) => readonly Backend[];
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
