import type { Labels } from './cluster.js';
import type { Manifest } from './manifest.js';
import type { JsonObject } from '../std/json.js';

/** A backend of a Route: a Service and its weight. */
export interface RouteBackend {
  readonly kind: string;
  readonly name: string;
  readonly weight: number;
}

/** Action on a header of requests or responses. */
export interface HeaderAction {
  readonly name: string;
  /** `Set` or `Delete`. */
  readonly type: string;
  /** If unset, no `set`. */
  readonly value?: string;
}

/** `spec.tls`. A text that is not there is ''. */
export interface RouteTLS {
  readonly termination: string;
  readonly insecurePolicy: string;
  readonly certificate: string;
  readonly key: string;
  /** True if the Route has a key in the cluster, which the inventory does not contain. */
  readonly isKeyWithheld: boolean;
  readonly caCertificate: string;
  readonly destinationCACertificate: string;
  /** Name of a Secret. */
  readonly externalCertificate: string;
}

/** A Route with the defaults of the API server. A text that is not there is ''. */
export interface RouteResource {
  /** The Route, or the Ingress that it is made from. */
  readonly manifest: Manifest;
  /** `<namespace>/<name>`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** Absent for a Route that is not in the cluster yet: it is younger than all that are. */
  readonly birth?: Birth;
  readonly host: string;
  readonly subdomain: string;
  readonly path: string;
  readonly to: RouteBackend;
  readonly alternateBackends: readonly RouteBackend[];
  /** If unset, every port. */
  readonly targetPort?: string;
  /** If unset, plain HTTP. */
  readonly tls?: RouteTLS;
  readonly wildcardPolicy: string;
  readonly requestHeaders: readonly HeaderAction[];
  readonly responseHeaders: readonly HeaderAction[];
  /** `status.ingress` as it was. */
  readonly statuses: readonly JsonObject[];
}

/** Criteria for the older of two Routes. */
export interface Birth {
  /** Seconds since 1970. A Route without a time is older than all others. */
  readonly time: number;
  readonly uid: string;
}
