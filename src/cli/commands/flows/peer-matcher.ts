import { type Peer, isPodPeer, matchPods, parsePeer } from '../../../selectors/peer.js';
import { type AddressRange, rangeOfAddress, rangeOfPrefix } from '../../../traffic/filters/address-range.js';
import type { FlowPeer } from '../../../traffic/flows/list.js';
import { isOfNoSender } from '../../../traffic/outside.js';
import { readNetwork } from '../../../net/prefix.js';

/** Matches the peers that a word of the command line names. */
export interface PeerMatcher {
  readonly isWanted: (end: FlowPeer) => boolean;
  /** Returns true if any peer has matched so far. */
  readonly wasFound: () => boolean;
  /** Names of the rejected peers, if none has matched. */
  readonly names: ReadonlySet<string>;
}

/**
 * Creates a matcher for the peers that a word names, or for all peers without a word. Returns a sentence if the word is
 * invalid, or names a source that no host sends from.
 */
export function askFor(word: string | undefined, side: 'from' | 'to' = 'to'): PeerMatcher | string {
  const peer = parsePeer(word ?? 'anywhere');
  if (typeof peer === 'string') return peer;
  const range = rangeOf(peer);
  if (side === 'from' && range && isOfNoSender(range))
    return `no host sends from ${word ?? ''}: routers drop its packets`;
  const isNamed = matchEnds(peer, word ?? '');
  let found = word === undefined;
  const names = new Set<string>();
  const isWanted = (end: FlowPeer): boolean => {
    const isOne = isNamed(end);
    found ||= isOne;
    if (!found && end.pods) names.add(withoutKind(end.name)).add(end.pods.namespace);
    return isOne;
  };
  return { isWanted, wasFound: () => found, names };
}

/** Creates a test for peers. Pods match by any of them, and external ranges by any of their addresses. */
function matchEnds(peer: Peer, word: string): (end: FlowPeer) => boolean {
  if (isPodPeer(peer)) {
    const isMeant = matchPods(peer);
    const isCalled = ({ name }: FlowPeer): boolean =>
      name === `{${word}}` || (peer.type === 'object' && peer.kind === undefined && withoutKind(name) === word);
    return (end) => end.pods !== undefined && (isCalled(end) || end.pods.pods.some(isMeant));
  }
  switch (peer.type) {
    case 'anywhere':
      return () => true;
    case 'outside':
      return ({ range }) => range !== undefined;
    case 'service':
      return ({ name }) => name === `${peer.namespace}/${peer.name}[Service]`;
    case 'node':
      return () => false;
    case 'address':
    case 'network': {
      const asked = rangeOf(peer);
      return ({ pods, range }) =>
        pods
          ? pods.pods.some(({ addresses }) => addresses.some((one) => overlaps(rangeOfAddress(one), asked)))
          : overlaps(range, asked);
    }
  }
}

/** Returns the range of an address or a network, or undefined for other peers. */
function rangeOf(peer: Peer): AddressRange | undefined {
  if (peer.type !== 'address' && peer.type !== 'network') return undefined;
  const network = peer.type === 'network' ? peer.network : readNetwork(peer.text);
  return network && rangeOfPrefix(network);
}

/** Returns the name of a peer without its kind: `shop/web` for `shop/web[Deployment]`. */
function withoutKind(name: string): string {
  return name.replace(/\[\w+\]$/, '');
}

function overlaps(a: AddressRange | undefined, b: AddressRange | undefined): boolean {
  return a?.family === b?.family && a !== undefined && b !== undefined && a.first < b.end && b.first < a.end;
}
