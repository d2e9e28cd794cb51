import type { Family } from '../../net/address.js';
import type { AddressRange, Point } from '../filters/address-range.js';
import type { TransportSet } from '../filters/transport-set.js';

/** One peer of a connection as rules see it, in one family. */
export interface PeerView {
  readonly family: Family;
  /** Selections that match it. Empty for an address without a pod. */
  readonly selections: ReadonlySet<number>;
  /** Its address. If unset, the pod is in the pod network with an unknown address. */
  readonly point?: Point;
}

/** The peers of a rule. */
export interface PeerMatch {
  /** If true, matches every peer. */
  readonly isAny: boolean;
  /** Numbers of selections of pods. */
  readonly selections: readonly number[];
  /** Addresses, by family: ascending and disjoint. */
  readonly ranges: Readonly<Record<Family, readonly AddressRange[]>>;
  /** Families whose pod network is fully in the ranges: these match pods with an unknown address. */
  readonly containsPodNetwork: Readonly<Record<Family, boolean>>;
  /** Matches that must all apply to the peer. If set, the fields above contain their common addresses. */
  readonly all?: readonly PeerMatch[];
}

/** Ports by the names that containers give them. */
export interface NamedPort {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly name: string;
}

/** The named ports of the pod that a connection goes to. */
export interface PodPorts {
  readonly of: (port: NamedPort) => TransportSet;
  /** Key, equal for pods with the same named ports. */
  readonly key: string;
}

/** Peers other than pods have no named ports. */
export const NO_PORTS: PodPorts = { of: () => [], key: '' };

/** Returns true if a rule matches a peer by its address. */
function matchesAddress({ ranges, containsPodNetwork }: PeerMatch, { family, point }: PeerView): boolean {
  if (point === undefined) return containsPodNetwork[family];
  const own = ranges[family];
  let low = 0;
  let high = own.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = own[middle];
    if (range && range.end <= point) low = middle + 1;
    else high = middle;
  }
  const range = own[low];
  return range !== undefined && range.first <= point;
}

/** Returns true if a rule matches a peer. */
export function matchesPeer(match: PeerMatch, peer: PeerView): boolean {
  if (match.all) return match.all.every((one) => matchesPeer(one, peer));
  return match.isAny || match.selections.some((one) => peer.selections.has(one)) || matchesAddress(match, peer);
}
