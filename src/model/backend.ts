import type { Cause } from './intent/cause.js';

/** A Service that ingress controllers send requests to, and what makes them do it. */
export interface Backend {
  readonly namespace: string;
  /** Name of the Service. */
  readonly service: string;
  /** If unset, every port. */
  readonly port?: BackendPort;
  readonly cause: Cause;
}

/** Identification of a port of a Service: any of these fields. */
export interface BackendPort {
  readonly name?: string;
  /** The number of the Service's own port. */
  readonly number?: number;
  /** The number that its pods listen on. */
  readonly target?: number;
  /** The name of its target port. */
  readonly targetName?: string;
}
