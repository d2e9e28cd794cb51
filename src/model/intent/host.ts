import type { CanonicalAddress } from '../../net/address.js';
import type { Node } from '../cluster.js';
import type { Cause } from './cause.js';

/** Source address of traffic and its node ('' if unknown). */
export interface HostSource {
  readonly address: CanonicalAddress;
  readonly nodeName: string;
}

/** Sends traffic that leaves the cluster through the network stack of one node's host, before any `reroute`. */
export interface HostRerouteIntent {
  readonly effect: 'reroute-through-host';
  readonly sources: readonly HostSource[];
  readonly host: Node;
  readonly cause: Cause;
}

/** Gives traffic that a host sends out another source address of its family. */
export interface HostTranslateIntent {
  readonly effect: 'translate-on-host';
  readonly sources: readonly HostSource[];
  readonly host: Node;
  readonly address: CanonicalAddress;
  readonly cause: Cause;
}

/** A source whose traffic a host routes apart. */
export interface RoutedSource {
  readonly address: CanonicalAddress;
  /** Source port. If unset, every port. */
  readonly port?: number;
  /** Name of the only node that does so. If unset, every node of the intent. */
  readonly nodeName?: string;
}

/** Makes hosts look up the routes of some sources in a table of their own. */
export interface RouteTableIntent {
  readonly effect: 'route-table';
  /** If unset, every node. */
  readonly host?: Node;
  readonly sources: readonly RoutedSource[];
  /** A number, or a name that the host's `rt_tables` has. */
  readonly table: string;
  readonly cause: Cause;
}
