import type { CanonicalAddress } from '../../net/address.js';
import type { Pod } from '../cluster.js';
import type { Cause } from './cause.js';

/** A gateway outside the cluster's networks that traffic is handed to. */
export interface NextHop {
  readonly address: CanonicalAddress;
  /** True if it gets no traffic while BFD (RFC 5880) finds it down. */
  readonly monitored: boolean;
  readonly cause: Cause;
}

/**
 * Sends traffic of pods that leaves the cluster at their own node to any next hop of its family. It replaces the node's
 * route. A connection stays with its next hop, and replies return through it.
 */
export interface RouteIntent {
  readonly effect: 'route';
  readonly pods: readonly Pod[];
  /** Each address once. Never empty. */
  readonly nextHops: readonly NextHop[];
  readonly cause: Cause;
}
