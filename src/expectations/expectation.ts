import type { ManifestLocation } from '../model/manifest.js';
import type { ExposedUrl } from '../requests/exposed.js';
import type { Peer } from '../selectors/peer.js';
import type { PodQuery } from '../selectors/pods.js';
import type { AddressRange } from '../traffic/filters/address-range.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { UrlPattern } from './urls.js';

/** One end of the packets that an expectation is about, as written. */
export type ExpectationPeer = EndPlace & {
  /** Protocols and destination ports; every one where none is written. */
  readonly transport: TransportSet;
};

type EndPlace =
  /** Every pod, and every address that is none of the cluster's own networks. */
  | { readonly type: 'anywhere' }
  /** The addresses of `anywhere` that no node has. */
  | { readonly type: 'outside' }
  | PodEnd
  | { readonly type: 'service'; readonly namespace: string; readonly name: string }
  /** The addresses of a network: those of pods, and those outside of the cluster's own networks. */
  | { readonly type: 'cidr'; readonly range: AddressRange }
  /** The answers of a DNS name, normalized. */
  | { readonly type: 'name'; readonly name: string }
  /** A word whose meaning depends on what the cluster has: a workload, a pod, a Service, a node, a namespace or a DNS name. */
  | { readonly type: 'word'; readonly word: string; readonly peer: WordPeer };

/** What such a word may stand for. */
export type WordPeer = Extract<Peer, { readonly type: 'name' | 'object' | 'node' }>;

/** Pods on the pod network. */
type PodEnd = Pick<PodQuery, 'namespaces' | 'pods'> & { readonly type: 'pods' };

/** What an expectation says, and the field that says it. */
export type ExpectedClaim = { readonly field: ClaimField } & (
  | { readonly type: 'reachable' | 'unreachable' }
  | { readonly type: 'only' | 'only-from'; readonly ends: readonly ExpectationPeer[] }
  /** Canonical addresses; `node` for an address of the pod's node. */
  | { readonly type: 'source'; readonly values: readonly string[] }
  /** Names of nodes. */
  | { readonly type: 'node'; readonly values: readonly string[] }
  /** Canonical addresses. */
  | { readonly type: 'next-hop'; readonly values: readonly string[] }
  | { readonly type: 'dscp'; readonly value: number }
);

/** The fields of an expectation about packets that say something of them. */
export const CLAIM_FIELDS = [
  'reachable',
  'unreachable',
  'only',
  'only-from',
  'source',
  'node',
  'next-hop',
  'dscp',
] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];

/** Returns true if a claim is about packets that arrive, whatever becomes of their replies: all but `reachable` are. */
export function isOneWay({ type }: ExpectedClaim): boolean {
  return type !== 'reachable';
}

interface CommonExpectation {
  /** Each name once in a repository. */
  readonly name: string;
  /** The expectation in its file. */
  readonly place: ManifestLocation;
  /** Whether it holds where it is about no pod, or no EgressIP, at all. */
  readonly mayBeEmpty: boolean;
}

/** What holds of all packets from one end to another. */
export interface PacketExpectation extends CommonExpectation {
  readonly type: 'packets';
  readonly from: ExpectationPeer;
  readonly to: ExpectationPeer;
  /** Never empty. */
  readonly claims: readonly ExpectedClaim[];
}

/** Any single node may fail: each of the EgressIPs keeps an address of each family that it has now. */
export interface SurvivalExpectation extends CommonExpectation {
  readonly type: 'survival';
  /** Names of EgressIPs; `*` stands for any characters. */
  readonly names: readonly string[];
}

/** Nothing is reachable from outside but these URLs. */
export interface ExposureExpectation extends CommonExpectation {
  readonly type: 'exposure';
  readonly only: readonly UrlPattern[];
}

/** All requests for a URL get to these Services. */
export interface RequestExpectation extends CommonExpectation {
  readonly type: 'request';
  readonly url: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>;
  /** `<namespace>/<name>`; never empty. */
  readonly services: readonly string[];
}

export type Expectation = PacketExpectation | SurvivalExpectation | ExposureExpectation | RequestExpectation;
