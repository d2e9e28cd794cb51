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

/** Lets traffic pass, or drops it. Of the rules for a source the lowest `order` that matches decides; none: it passes. */
export interface FilterRule {
  readonly source: PodSet;
  readonly order: number;
  readonly verdict: 'allow' | 'drop';
  /** Any of these. Never empty. */
  readonly destinations: readonly Destination[];
  /** Any of these; empty: every protocol. In the order of the resource. */
  readonly ports: readonly PortMatch[];
  readonly log?: LogSeverity;
  readonly cause: Cause;
}

/** The rules of a resource, in their order. One intent: a cluster has ten times as many rules as it has anything else. */
export interface FilterIntent {
  readonly effect: 'filter';
  /** Gives the rules. They may be made at each call: where there are many, call it once. */
  readonly rules: () => readonly FilterRule[];
  /** How many rules there are. */
  readonly count: number;
  /** The names among the destinations. */
  readonly names: readonly NamedAddresses[];
  readonly cause: Cause;
}
