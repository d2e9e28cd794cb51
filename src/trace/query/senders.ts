import { parsePeer } from '../../selectors/peer.js';
import { isSelectorProblem } from '../../selectors/selector.js';
import { compileSelectorText } from '../../selectors/selector-text.js';
import type { EndPod, Ends, Sender } from './ends.js';
import { SAMPLE_ADDRESSES, podTitle, notThere, podsNear, podsOf, podsWith } from './lookup.js';

/** Returns the senders that a word names, or a sentence if there is none. `labels` selects among pods. */
export function findSenders(word: string, labels: string | undefined, ends: Ends): readonly Sender[] | string {
  const peer = parsePeer(word);
  if (typeof peer === 'string') return peer;
  switch (peer.type) {
    case 'anywhere':
      return 'a packet has one source: write outside, an address, or pods';
    case 'network':
      return `a packet has one source: write an address of ${word}`;
    case 'service':
      return `a Service sends no packets: write the pods behind ${word}`;
    case 'outside':
      return outsideSenders(undefined, ends);
    case 'address': {
      const pods = podsWith(peer.text, ends);
      return pods.length > 0 ? podSenders(word, pods, labels) : outsideSenders(peer.text, ends);
    }
    case 'node':
      return ends.addressesOfNode(peer.name)
        ? [nodeSender(peer.name)]
        : notThere(word, 'node', sendersNear(word, ends));
    default: {
      const pods = podsOf(peer, ends);
      if (pods.length > 0) return podSenders(word, pods, labels);
      if (peer.type === 'name' && ends.addressesOfNode(word)) return [nodeSender(word)];
      return peer.type === 'labels' || (peer.type === 'name' && ends.podsOf(word))
        ? `no pod matches ${word}`
        : notThere(word, 'pod, workload, namespace or node', sendersNear(word, ends));
    }
  }
}

/** Returns the senders for traffic from outside: one per node, because the arrival node is unknown. */
function outsideSenders(address: string | undefined, { nodes }: Ends): Sender[] {
  const addresses = address === undefined ? SAMPLE_ADDRESSES : [address];
  return nodes.map((name) => ({
    name: `outside, at node ${name}`,
    origin: { type: 'outside', node: name },
    addresses,
  }));
}

function nodeSender(name: string): Sender {
  return { name: `node ${name}`, origin: { type: 'node', name } };
}

/** Returns the pods that send packets with their own addresses. */
function podSenders(word: string, pods: readonly EndPod[], labels: string | undefined): readonly Sender[] | string {
  const selector = compileSelectorText(labels ?? '');
  if (isSelectorProblem(selector)) return selector.text;
  const meant = pods.filter((pod) => selector.matches(pod.labels));
  const own = meant.filter(({ hostNetwork, isAbsent }) => !hostNetwork && !isAbsent);
  if (own.length > 0) return own.map(podSender);
  const host = meant.find(({ hostNetwork }) => hostNetwork);
  if (host) return `pod ${podTitle(host)} is on the network of its host: trace node/${host.nodeName}`;
  return meant.length > 0 ? `no pod of ${word} is running` : `no pod of ${word} has the labels ${labels ?? ''}`;
}

function podSender(pod: EndPod): Sender {
  const { namespace, name, nodeName, addresses } = pod;
  const origin = { type: 'pod', namespace, name, ...(nodeName === '' ? {} : { node: nodeName }) } as const;
  return { name: podTitle(pod), origin, knownAddresses: addresses.map(({ text }) => text) };
}

/** Returns suggestions for a word that names no sender. */
function sendersNear(word: string, ends: Ends): string[] {
  return word.includes('/') ? podsNear(word, ends) : [...ends.namespaces, ...ends.nodes, 'outside'];
}
