import type { CanonicalAddress, Prefix } from '../../net/address.js';
import type { LogSeverity } from '../cluster.js';
import type { Cause } from './cause.js';
import type { PodSet } from './pod-set.js';

/** A destination: a prefix less what is cut out of it, single addresses, or a named set that changes at run time. */
export type Destination =
  | { readonly type: 'prefix'; readonly prefix: Prefix; readonly text: string; readonly except: readonly Prefix[] }
  | { readonly type: 'address'; readonly address: CanonicalAddress }
  | { readonly type: 'name'; readonly set: NamedAddresses };

/** The addresses behind a DNS name. */
export interface NamedAddresses {
  readonly name: string;
  /** Sorted as text, of enabled families. */
  readonly addresses: readonly CanonicalAddress[];
}

export interface PortMatch {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  /** If unset, every port of the protocol. */
  readonly port?: number;
}

/**
 * Allows or drops traffic. Of the rules for a source, the lowest `order` that matches decides. Without a match, traffic
 * is allowed.
 */
export interface FilterRule {
  readonly source: PodSet;
  readonly order: number;
  readonly verdict: 'allow' | 'drop';
  /** Any of these. Never empty. */
  readonly destinations: readonly Destination[];
  /** Port matches, any of which applies, in the order of the resource. Empty: every protocol. */
  readonly ports: readonly PortMatch[];
  readonly log?: LogSeverity;
  readonly cause: Cause;
}

/** The rules of a resource, in their order. One intent: a cluster has ten times as many rules as it has anything else. */
export interface FilterIntent {
  readonly effect: 'filter';
  /** Returns the rules. They may be made at each call, so call it once if there are many. */
  readonly rules: () => readonly FilterRule[];
  /** Number of rules. */
  readonly count: number;
  /** The names among the destinations. */
  readonly names: readonly NamedAddresses[];
  readonly cause: Cause;
}
