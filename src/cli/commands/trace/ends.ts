import type { Cluster, Pod, Service } from '../../../model/cluster.js';
import { type CanonicalAddress, canonicalAddress, withText } from '../../../net/address.js';
import { isSelectorProblem } from '../../../selectors/selector.js';
import { compileSelectorText } from '../../../selectors/selector-text.js';
import type { Protocol } from '../../../trace/packet.js';
import type { Origin } from '../../../trace/trace.js';

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
export function findSenders(word: string, labels: string | undefined, cluster: Cluster): readonly Sender[] | string {
  const address = canonicalAddress(word);
  if (word === 'outside' || address !== undefined) return outsideSenders(address, cluster);
  const pods = cluster.podsByNamespace.get(word);
  if (pods) return podSenders(word, pods, labels);
  const pod = findPod(word.replace(/^pod\//, ''), cluster);
  if (pod)
    return pod.hostNetwork ? `pod ${word} is on the network of its host: trace node/${pod.nodeName}` : [podSender(pod)];
  const node = cluster.nodeByName.get(word.replace(/^node\//, ''));
  if (!node) return `there is no pod, namespace or node ${word} in the inventory`;
  return [{ name: `node ${node.name}`, origin: { type: 'node', name: node.name } }];
}

/** What comes from outside arrives at a node; nobody tells here at which one. */
function outsideSenders(address: string | undefined, { nodes }: Cluster): Sender[] {
  const addresses = address === undefined ? SOMEBODY : [address];
  return nodes.map(({ name }) => ({
    name: `outside, at node ${name}`,
    origin: { type: 'outside', node: name },
    addresses,
  }));
}

function podSenders(namespace: string, pods: readonly Pod[], labels: string | undefined): readonly Sender[] | string {
  const selector = compileSelectorText(labels ?? '');
  if (isSelectorProblem(selector)) return selector.text;
  const own = pods.filter(({ hostNetwork, completed, isPlanned }) => !hostNetwork && !completed && !isPlanned);
  const meant = own.filter((pod) => selector.matches(pod.labels));
  return meant.length > 0 ? meant.map(podSender) : `no pod of the namespace ${namespace} is meant`;
}

function podSender({ namespace, name }: Pod): Sender {
  return { name: `${namespace}/${name}`, origin: { type: 'pod', namespace, name } };
}

/** The receiver that a word names: an address, a Service, a pod, or a DNS name whose answers are pinned. */
export function findReceiver(word: string, cluster: Cluster): Receiver | string {
  const address = canonicalAddress(word);
  if (address !== undefined) return { name: address, addresses: [address] };
  const service = findService(word, cluster);
  if (service) return serviceReceiver(word, service);
  const pod = findPod(word.replace(/^pod\//, ''), cluster);
  if (pod) return { name: `${pod.namespace}/${pod.name}`, addresses: textsOf(pod.port?.addresses ?? pod.addresses) };
  const node = cluster.nodeByName.get(word.replace(/^node\//, ''));
  if (node)
    return {
      name: `node ${node.name}`,
      addresses: firstOfEach((node.gateway?.ipAddresses ?? []).map(({ address: own }) => withText(own))),
    };
  const answers = cluster.dnsAnswers.get(`${word.toLowerCase().replace(/\.$/, '')}.`);
  if (answers) return { name: word, addresses: firstOfEach(answers) };
  return word.includes('.') && !word.includes('/')
    ? `the answers to ${word} are not known: pin them under \`dns\` in weir.yaml, or trace an address`
    : `there is no pod, Service or node ${word} in the inventory`;
}

function serviceReceiver(word: string, { clusterIPs, externalIPs, ingress, ports }: Service): Receiver {
  const [only, ...more] = ports;
  const addresses = firstOfEach([...clusterIPs, ...externalIPs, ...ingress.filter((one) => one !== undefined)]);
  const port = only && more.length === 0 ? { port: { protocol: only.protocol, port: only.port } } : {};
  return { name: `Service ${word.replace(/^service\//, '')}`, addresses, ...port };
}

function firstOfEach(addresses: readonly CanonicalAddress[]): string[] {
  return textsOf((['IPv4', 'IPv6'] as const).flatMap((family) => addresses.find((one) => one.family === family) ?? []));
}

function textsOf(addresses: readonly CanonicalAddress[]): string[] {
  return addresses.map(({ text }) => text);
}

/** `shop/db`, `service/shop/db`, or the name in the cluster's DNS. */
function findService(word: string, { services }: Cluster): Service | undefined {
  const [, name, namespace] = /^([^./]+)\.([^./]+)\.svc(\.|$)/.exec(word) ?? [];
  return services.get(name === undefined ? word.replace(/^service\//, '') : `${namespace ?? ''}/${name}`);
}

function findPod(path: string, { podsByNamespace }: Cluster): Pod | undefined {
  const [namespace = '', name] = path.split('/');
  return podsByNamespace.get(namespace)?.find((pod) => pod.name === name);
}

/** `443/TCP`, `53/UDP`, `443` for TCP, or `ICMP`. */
export function parseTransport(text: string): Transport | undefined {
  if (/^icmp$/i.test(text)) return { protocol: 'ICMP', port: 0 };
  const [, digits, name = 'TCP'] = /^(\d{1,5})(?:\/(TCP|UDP|SCTP))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const protocol = (['TCP', 'UDP', 'SCTP'] as const).find((one) => one === name.toUpperCase());
  return protocol && port > 0 && port < 65_536 ? { protocol, port } : undefined;
}
