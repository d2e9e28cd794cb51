import type { Labels, Workload } from '../model/cluster.js';
import { canonicalAddress, type Prefix } from '../net/address.js';
import { badAddressText, isLikeIPv4 } from '../net/bad-address.js';
import { readNetwork } from '../net/prefix.js';
import type { WrittenSelector } from './namespaces.js';
import { isSelectorProblem } from './selector.js';
import { readSelectorText } from './selector-text.js';

/**
 * A source or destination of packets, as one word. Every command, expectations and the report read the same words:
 * `shop/web`, `deployment/shop/web`, `shop/web[Deployment]`, `pod/shop/web-0`, `service/shop/db`, `db.shop.svc`, `node/worker-a`,
 * `namespace/shop`, `app=web`, `shop/app=web`, `203.0.113.7`, `203.0.113.0/24`, `outside`, `anywhere`, and single names.
 */
export type Peer =
  | PodPeer
  /** `outside`: all addresses that belong neither to the networks of the cluster nor to a node. `anywhere`: also these, and pods. */
  | { readonly type: 'outside' | 'anywhere' }
  | { readonly type: 'address'; readonly text: string }
  | { readonly type: 'network'; readonly network: Prefix }
  | { readonly type: 'service'; readonly namespace: string; readonly name: string }
  | { readonly type: 'node'; readonly name: string };

/** A peer that can select pods. */
export type PodPeer =
  /** A namespace, a node or a DNS name. */
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'namespace'; readonly name: string }
  /** If `namespace` is unset, the pods of all namespaces. */
  | { readonly type: 'labels'; readonly namespace?: string; readonly selector: WrittenSelector }
  /** A workload or a pod, or also a Service if `kind` is unset. `kind` is in lower case. */
  | { readonly type: 'object'; readonly kind?: string; readonly namespace: string; readonly name: string };

/** The part of a pod that peers select by. */
export interface SelectablePod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly workload?: Workload;
}

/** Parses a peer. Returns a sentence if a label selector or an address is invalid. */
export function parsePeer(word: string): Peer | string {
  if (word === 'outside' || word === 'anywhere') return { type: word };
  if (/[=!(]/.test(word)) return parseLabels(word);
  const address = canonicalAddress(word);
  if (address !== undefined) return { type: 'address', text: address };
  const network = readNetwork(word);
  if (network) return { type: 'network', network };
  if (isLikeIPv4(word)) return badAddressText(word);
  const [, own, space] = /^([^./]+)\.([^./]+)\.svc(\.|$)/.exec(word) ?? [];
  if (own !== undefined && space !== undefined) return { type: 'service', namespace: space, name: own };
  const [, path = word, suffix] = /^(.*)\[(\w+)\]$/.exec(word) ?? [];
  const [first = '', second, third, ...more] = path.split('/');
  if (second === undefined || more.length > 0) return { type: 'name', name: word };
  if (third !== undefined) return objectOf(first, second, third);
  if (suffix !== undefined) return objectOf(suffix, first, second);
  if (first === 'node' || first === 'namespace') return { type: first, name: second };
  return { type: 'object', namespace: first, name: second };
}

function objectOf(kind: string, namespace: string, name: string): Peer {
  const lower = kind.toLowerCase();
  return lower === 'service' ? { type: 'service', namespace, name } : { type: 'object', kind: lower, namespace, name };
}

/** Parses labels. The text before the first slash is a namespace if it has no dot, else the prefix of a label. */
function parseLabels(text: string): Peer | string {
  const [, namespace, rest = text] = /^([a-z0-9-]+)\/(.*)$/.exec(text) ?? [];
  const selector = readSelectorText(rest);
  if (isSelectorProblem(selector)) return selector.text;
  return { type: 'labels', ...(namespace === undefined ? {} : { namespace }), selector };
}

/** Returns a function that returns true for the pods that a peer selects. */
export function matchPods(peer: PodPeer): (pod: SelectablePod) => boolean {
  switch (peer.type) {
    case 'name':
    case 'namespace':
      return ({ namespace }) => namespace === peer.name;
    case 'labels':
      return ({ namespace, labels }) =>
        (peer.namespace === undefined || namespace === peer.namespace) && peer.selector.compiled.matches(labels);
    case 'object':
      return (pod) => pod.namespace === peer.namespace && (isPod(peer, pod) || isOfWorkload(peer, pod));
  }
}

type ObjectPeer = PodPeer & { readonly type: 'object' };

function isPod({ kind = 'pod', name }: ObjectPeer, pod: SelectablePod): boolean {
  return kind === 'pod' && pod.name === name;
}

function isOfWorkload({ kind, name }: ObjectPeer, { workload }: SelectablePod): boolean {
  return workload?.name === name && (kind === undefined || workload.kind.toLowerCase() === kind);
}

/** Returns the namespace that all pods of a peer are in, or undefined if they may be in several. */
export function namespaceOfPeer(peer: PodPeer): string | undefined {
  return peer.type === 'name' || peer.type === 'namespace' ? peer.name : peer.namespace;
}

/** Returns true if a peer selects pods, and nothing else if the input has such pods. */
export function isPodPeer(peer: Peer): peer is PodPeer {
  return ['name', 'namespace', 'labels', 'object'].includes(peer.type);
}
