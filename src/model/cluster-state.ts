import type { JsonObject } from '../std/json.js';

/** A status that an object of the cluster shall have. */
export interface DesiredStatus {
  readonly apiVersion: string;
  readonly kind: string;
  /** '' for cluster-wide kinds. */
  readonly namespace: string;
  readonly name: string;
  /** '' where the CRD has no status subresource. */
  readonly subresource: 'status' | '';
  readonly status: JsonObject;
}

/** What the cluster's API shall hold, as a rendered output folder says. */
export interface DesiredCluster {
  readonly objects: readonly JsonObject[];
  readonly statuses: readonly DesiredStatus[];
  /** Hexadecimal SHA-256 of what says so. */
  readonly digest: string;
}
