import { FAMILIES } from '../../net/address.js';
import { type PodPeer, parsePeer } from '../../selectors/peer.js';
import type { EndAddress, Ends, Receiver } from './ends.js';
import { SAMPLE_ADDRESSES, podTitle, notThere, podsNear, podsOf } from './lookup.js';

/** Returns the receivers that a word names, or a sentence if there is none. */
export function findReceivers(word: string, ends: Ends): readonly Receiver[] | string {
  const peer = parsePeer(word);
  if (typeof peer === 'string') return peer;
  switch (peer.type) {
    case 'anywhere':
      return 'a packet has one destination: write outside, an address, a Service, or pods';
    case 'network':
      return `a packet has one destination: write an address of ${word}`;
    case 'outside':
      return [{ name: word, addresses: SAMPLE_ADDRESSES }];
    case 'address':
      return [{ name: peer.text, addresses: [peer.text] }];
    case 'service':
      return serviceReceivers(peer, ends) ?? notThere(word, 'Service', receiversNear(word, ends));
    case 'node':
      return nodeReceivers(peer.name, ends) ?? notThere(word, 'node', receiversNear(word, ends));
    default:
      return podReceivers(word, peer, ends);
  }
}

/** Returns the receivers of a name. A Service takes precedence over pods of that name. */
function podReceivers(word: string, peer: PodPeer, ends: Ends): readonly Receiver[] | string {
  const services = peer.type === 'object' && peer.kind === undefined ? serviceReceivers(peer, ends) : undefined;
  if (services) return services;
  const pods = podsOf(peer, ends);
  const there = pods.filter(({ isAbsent }) => !isAbsent);
  if (there.length > 0) return there.map((pod) => ({ name: podTitle(pod), addresses: textsOf(pod.addresses) }));
  if (pods.length > 0) return `no pod of ${word} is running`;
  if (peer.type === 'labels') return `no pod matches ${word}`;
  if (peer.type === 'name') {
    const found = nodeReceivers(word, ends) ?? nameReceivers(word, ends);
    if (found) return found;
    if (word.includes('.'))
      return `the addresses of ${word} are unknown, pin them under \`dns\` in weir.yaml or trace an address`;
  }
  return notThere(word, 'pod, workload, Service, namespace or node', receiversNear(word, ends));
}

function serviceReceivers(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  ends: Ends,
): Receiver[] | undefined {
  const service = ends.service(`${namespace}/${name}`);
  if (!service) return undefined;
  const [only, ...more] = service.ports;
  const port = only && more.length === 0 ? { port: only } : {};
  return [{ name: `Service ${namespace}/${name}`, addresses: firstOfEach(service.addresses), ...port }];
}

function nodeReceivers(name: string, ends: Ends): Receiver[] | undefined {
  const own = ends.addressesOfNode(name);
  return own && [{ name: `node ${name}`, addresses: firstOfEach(own) }];
}

function nameReceivers(word: string, ends: Ends): Receiver[] | undefined {
  const answers = ends.answersTo(`${word.toLowerCase().replace(/\.$/, '')}.`);
  return answers && [{ name: word, addresses: firstOfEach(answers) }];
}

/** Returns suggestions for a word that names no receiver. */
function receiversNear(word: string, ends: Ends): string[] {
  return word.includes('/')
    ? [...ends.services, ...podsNear(word, ends)]
    : [...ends.namespaces, ...ends.nodes, 'outside'];
}

function firstOfEach(addresses: readonly EndAddress[]): string[] {
  return textsOf(FAMILIES.flatMap((family) => addresses.find((one) => one.family === family) ?? []));
}

function textsOf(addresses: readonly EndAddress[]): string[] {
  return addresses.map(({ text }) => text);
}
