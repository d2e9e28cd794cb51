import type { Pod } from '../../model/cluster.js';
import { type CanonicalAddress, FAMILIES, canonicalAddress } from '../../net/address.js';
import { isSelectorProblem } from '../../selectors/selector.js';
import { compileSelectorText } from '../../selectors/selector-text.js';
import { askIfMeant, suggest } from '../../std/suggest.js';
import type { Protocol } from '../packet.js';
import type { Origin } from '../origin.js';

export type EndAddress = Pick<CanonicalAddress, 'family' | 'text'>;

/** A pod as an end of packets. */
export interface EndPod extends Pick<Pod, 'namespace' | 'name' | 'labels' | 'nodeName' | 'hostNetwork'> {
  /** Completed, or not there yet. */
  readonly isAbsent: boolean;
  readonly addresses: readonly EndAddress[];
}

/** A Service as an end of packets. */
export interface EndService {
  /** All that lead to it: its own, the external ones, and those of load balancers. */
  readonly addresses: readonly EndAddress[];
  readonly ports: readonly Transport[];
}

/** What packets may come from, and be for: what is known of an inventory by name. */
export interface Ends {
  readonly nodes: readonly string[];
  readonly namespaces: readonly string[];
  /** By `<namespace>/<name>`. */
  readonly services: readonly string[];
  /** The addresses of its gateway; undefined where there is no such node. */
  readonly addressesOfNode: (name: string) => readonly EndAddress[] | undefined;
  readonly podsOf: (namespace: string) => readonly EndPod[] | undefined;
  /** By `<namespace>/<name>`. */
  readonly service: (name: string) => EndService | undefined;
  /** The answers to a DNS name in lower case, with its final dot. */
  readonly answersTo: (name: string) => readonly EndAddress[] | undefined;
}

/** A sender. */
export interface Sender {
  /** As it is shown. */
  readonly name: string;
  readonly origin: Origin;
  /** Absent where the rows tell them. */
  readonly addresses?: readonly string[];
}

/** Whom packets are for. */
export interface Receiver {
  /** As it is shown. */
  readonly name: string;
  /** One of each family that it has. */
  readonly addresses: readonly string[];
  /** The port that counts where none is asked for. */
  readonly port?: Transport;
}

export interface Transport {
  readonly protocol: Protocol;
  /** 0 for ICMP. */
  readonly port: number;
}

/** The address that stands for all of the outside (RFC 5737, RFC 3849). */
const SOMEBODY = ['192.0.2.1', '2001:db8::1'];

/** The senders that a word names: a pod, the pods of a namespace, a node, `outside` or an address there. */
export function findSenders(word: string, labels: string | undefined, ends: Ends): readonly Sender[] | string {
  const address = canonicalAddress(word);
  if (word === 'outside' || address !== undefined) return outsideSenders(address, ends);
  const pods = ends.podsOf(word);
  if (pods) return podSenders(word, pods, labels);
  const pod = findPod(word.replace(/^pod\//, ''), ends);
  if (pod)
    return pod.hostNetwork ? `pod ${word} is on the network of its host: trace node/${pod.nodeName}` : [podSender(pod)];
  const name = word.replace(/^node\//, '');
  if (!ends.addressesOfNode(name)) {
    return `there is no pod, namespace or node ${word} in the inventory${askIfMeant(word, sendersNear(word, ends))}`;
  }
  return [{ name: `node ${name}`, origin: { type: 'node', name } }];
}

/** What comes from outside arrives at a node; nobody tells here at which one. */
function outsideSenders(address: string | undefined, { nodes }: Ends): Sender[] {
  const addresses = address === undefined ? SOMEBODY : [address];
  return nodes.map((name) => ({
    name: `outside, at node ${name}`,
    origin: { type: 'outside', node: name },
    addresses,
  }));
}

function podSenders(
  namespace: string,
  pods: readonly EndPod[],
  labels: string | undefined,
): readonly Sender[] | string {
  const selector = compileSelectorText(labels ?? '');
  if (isSelectorProblem(selector)) return selector.text;
  const own = pods.filter(({ hostNetwork, isAbsent }) => !hostNetwork && !isAbsent);
  const meant = own.filter((pod) => selector.matches(pod.labels));
  return meant.length > 0 ? meant.map(podSender) : `no pod of the namespace ${namespace} is meant`;
}

function podSender({ namespace, name }: EndPod): Sender {
  return { name: `${namespace}/${name}`, origin: { type: 'pod', namespace, name } };
}

/** The receiver that a word names: an address, a Service, a pod, or a DNS name whose answers are pinned. */
export function findReceiver(word: string, ends: Ends): Receiver | string {
  const address = canonicalAddress(word);
  if (address !== undefined) return { name: address, addresses: [address] };
  const service = ends.service(serviceName(word));
  if (service) return serviceReceiver(word, service);
  const pod = findPod(word.replace(/^pod\//, ''), ends);
  if (pod) return { name: `${pod.namespace}/${pod.name}`, addresses: textsOf(pod.addresses) };
  const node = word.replace(/^node\//, '');
  const own = ends.addressesOfNode(node);
  if (own) return { name: `node ${node}`, addresses: firstOfEach(own) };
  const answers = ends.answersTo(`${word.toLowerCase().replace(/\.$/, '')}.`);
  if (answers) return { name: word, addresses: firstOfEach(answers) };
  return word.includes('.') && !word.includes('/')
    ? `the answers to ${word} are not known: pin them under \`dns\` in weir.yaml, or trace an address`
    : `there is no pod, Service or node ${word} in the inventory${askIfMeant(word, receiversNear(word, ends))}`;
}

/** What may be meant by a word that names no sender. */
function sendersNear(word: string, ends: Ends): string[] {
  return word.includes('/') ? podsNear(word, ends) : [...ends.namespaces, ...ends.nodes, 'outside'];
}

/** What may be meant by a word that names no receiver. */
function receiversNear(word: string, ends: Ends): string[] {
  return word.includes('/') ? [...ends.services, ...podsNear(word, ends)] : [...ends.nodes];
}

/** The pods of the namespace, or of the one that may be meant. */
function podsNear(word: string, { namespaces, podsOf }: Ends): string[] {
  const [namespace = ''] = word.split('/');
  const meant = podsOf(namespace) ? namespace : (suggest(namespace, namespaces) ?? '');
  return (podsOf(meant) ?? []).map(({ name }) => `${meant}/${name}`);
}

function serviceReceiver(word: string, { addresses, ports }: EndService): Receiver {
  const [only, ...more] = ports;
  const port = only && more.length === 0 ? { port: only } : {};
  return { name: `Service ${word.replace(/^service\//, '')}`, addresses: firstOfEach(addresses), ...port };
}

function firstOfEach(addresses: readonly EndAddress[]): string[] {
  return textsOf(FAMILIES.flatMap((family) => addresses.find((one) => one.family === family) ?? []));
}

function textsOf(addresses: readonly EndAddress[]): string[] {
  return addresses.map(({ text }) => text);
}

/** `shop/db`, `service/shop/db`, or the name in the cluster's DNS. */
function serviceName(word: string): string {
  const [, name, namespace] = /^([^./]+)\.([^./]+)\.svc(\.|$)/.exec(word) ?? [];
  return name === undefined ? word.replace(/^service\//, '') : `${namespace ?? ''}/${name}`;
}

function findPod(path: string, { podsOf }: Ends): EndPod | undefined {
  const [namespace = '', name] = path.split('/');
  return podsOf(namespace)?.find((pod) => pod.name === name);
}

/** `443/TCP`, `53/UDP`, `443` for TCP, or `ICMP`. */
export function parseTransport(text: string): Transport | undefined {
  if (/^icmp$/i.test(text)) return { protocol: 'ICMP', port: 0 };
  const [, digits, name = 'TCP'] = /^(\d{1,5})(?:\/(TCP|UDP|SCTP))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const protocol = (['TCP', 'UDP', 'SCTP'] as const).find((one) => one === name.toUpperCase());
  return protocol && port > 0 && port < 65_536 ? { protocol, port } : undefined;
}
