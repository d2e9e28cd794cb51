import type { JsonObject } from '../std/json.js';

/** The desired status of an object of the cluster. */
export interface DesiredStatus {
  readonly apiVersion: string;
  readonly kind: string;
  /** '' for cluster-wide kinds. */
  readonly namespace: string;
  readonly name: string;
  /** '' if the CRD has no status subresource. */
  readonly subresource: 'status' | '';
  readonly status: JsonObject;
}

/** The desired objects of the cluster's API, read from a rendered output folder. */
export interface DesiredCluster {
  readonly objects: readonly JsonObject[];
  readonly statuses: readonly DesiredStatus[];
  /** Hexadecimal SHA-256 of the text that it is read from. */
  readonly digest: string;
}
