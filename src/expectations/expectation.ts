import type { ManifestLocation } from '../model/manifest.js';
import type { ExposedUrl } from '../requests/exposed.js';
import type { Peer } from '../selectors/peer.js';
import type { PodQuery } from '../selectors/pods.js';
import type { AddressRange } from '../traffic/filters/address-range.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { UrlPattern } from './urls.js';

/** One peer of the packets of an expectation, as written. */
export type ExpectationPeer = EndPlace & {
  /** Protocols and destination ports. All of them if none are written. */
  readonly transport: TransportSet;
};

type EndPlace =
  /** Every pod, and every address outside the cluster's own networks. */
  | { readonly type: 'anywhere' }
  /** The addresses of `anywhere` except those of nodes. */
  | { readonly type: 'outside' }
  | PodEnd
  | { readonly type: 'service'; readonly namespace: string; readonly name: string }
  /** The addresses of a network: those of pods, and those outside of the cluster's own networks. */
  | { readonly type: 'cidr'; readonly range: AddressRange }
  /** The answers of a normalized DNS name. */
  | { readonly type: 'name'; readonly name: string }
  /** A word that is resolved in the cluster: a workload, a pod, a Service, a node, a namespace or a DNS name. */
  | { readonly type: 'word'; readonly word: string; readonly peer: WordPeer };

/** Possible meanings of such a word. */
export type WordPeer = Extract<Peer, { readonly type: 'name' | 'object' | 'node' }>;

/** Pods on the pod network. */
type PodEnd = Pick<PodQuery, 'namespaces' | 'pods'> & { readonly type: 'pods' };

/** A claim of an expectation, and its field. */
export type ExpectedClaim = { readonly field: ClaimField } & (
  | { readonly type: 'reachable' | 'unreachable' }
  | { readonly type: 'only' | 'only-from'; readonly ends: readonly ExpectationPeer[] }
  /** Canonical addresses, or `node` for an address of the pod's node. */
  | { readonly type: 'source'; readonly values: readonly string[] }
  /** Names of nodes. */
  | { readonly type: 'node'; readonly values: readonly string[] }
  /** Canonical addresses. */
  | { readonly type: 'next-hop'; readonly values: readonly string[] }
  | { readonly type: 'dscp'; readonly value: number }
);

/** Fields that are claims of an expectation about packets. */
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

/**
 * Returns true if a claim concerns arriving packets regardless of their replies. This is so for all claims except
 * `reachable`.
 */
export function isOneWay({ type }: ExpectedClaim): boolean {
  return type !== 'reachable';
}

interface CommonExpectation {
  /** Unique in a repository. */
  readonly name: string;
  /** Location of the expectation in its file. */
  readonly place: ManifestLocation;
  /** True if it also holds when it selects no pod or EgressIP, or when no ingress controller is known. */
  readonly mayBeEmpty: boolean;
}

/** Claims about all packets from one peer to another. */
export interface PacketExpectation extends CommonExpectation {
  readonly type: 'packets';
  readonly from: ExpectationPeer;
  readonly to: ExpectationPeer;
  /** Contains at least one claim. */
  readonly claims: readonly ExpectedClaim[];
}

/** Any single node may fail: each EgressIP keeps an address of each of its current families. */
export interface SurvivalExpectation extends CommonExpectation {
  readonly type: 'survival';
  /** Names of EgressIPs. `*` matches any characters. */
  readonly names: readonly string[];
}

/** Only these URLs are reachable from outside. */
export interface ExposureExpectation extends CommonExpectation {
  readonly type: 'exposure';
  readonly only: readonly UrlPattern[];
}

/** All requests for a URL reach these Services. */
export interface RequestExpectation extends CommonExpectation {
  readonly type: 'request';
  readonly url: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>;
  /** `<namespace>/<name>`. Contains at least one. */
  readonly services: readonly string[];
}

export type Expectation = PacketExpectation | SurvivalExpectation | ExposureExpectation | RequestExpectation;
