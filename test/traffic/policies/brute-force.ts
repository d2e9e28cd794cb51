import { memoize, memoizeWeak } from '../../../src/std/memoize.js';
import type {
  AdminPeer,
  AdminPolicy,
  AdminPort,
  Firewall,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  Selector,
  TestPod,
  TestWorld,
} from './objects.js';

/** A connection's first packet. An end is a pod, or an address that no pod has. */
export interface TestPacket {
  readonly from: TestPod | string;
  readonly to: TestPod | string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'ICMP';
  readonly port: number;
}

/** The addresses of the cluster's pods; what an EgressFirewall says of them does not count. */
export const POD_NETWORK = '10.128.0.0/14';

/** Says of a NetworkPolicy that what it allows is not tracked (OVN-Kubernetes). */
export const STATELESS = 'k8s.ovn.org/acl-stateless';

type Gress = 'ingress' | 'egress';

/**
 * Whether a packet passes, from the text of the Kubernetes API alone: one rule after the other, one packet at a time. Where the
 * settings of the cluster say so (`lettingICMP`), no NetworkPolicy drops ICMP.
 */
export function passes(world: TestWorld, packet: TestPacket, lettingICMP = false): boolean {
  const { from, to } = packet;
  if (typeof from !== 'string' && !passesPolicies(world, from, to, 'egress', packet, lettingICMP)) return false;
  if (typeof from !== 'string' && typeof to === 'string' && !passesFirewall(world, from, to, packet)) return false;
  return typeof to === 'string' || passesPolicies(world, to, from, 'ingress', packet, lettingICMP);
}

/** What a connection tracker takes for invalid where it has not seen what is replied to. */
const INVALID_ALONE = ['TCP', 'ICMP'];
/** Ports of clients: the first, the last, and one between them. */
const CLIENT_PORTS = [32_768, 40_000, 60_999];

/**
 * Whether a connection comes about: its first packet passes, and its reply comes back. "allow-stateless: always forward the
 * packet in stateless manner, omitting connection tracking mechanism, regardless of other rules … May require defining
 * additional rules for inbound replies" (ovn-nb(5)).
 */
export function connects(world: TestWorld, packet: TestPacket, lettingICMP = false): boolean {
  const { from, to } = packet;
  return (
    passes(world, packet, lettingICMP) &&
    returns(world, from, to, 'egress', packet, lettingICMP) &&
    returns(world, to, from, 'ingress', packet, lettingICMP)
  );
}

/** Whether the reply passes the policies of one end, which has let the packet pass as `gress`. */
function returns(
  world: TestWorld,
  own: TestPod | string,
  peer: TestPod | string,
  gress: Gress,
  packet: TestPacket,
  lettingICMP: boolean,
): boolean {
  if (typeof own === 'string' || !isUntracked(world, own, peer, gress, packet)) return true;
  const { from: to, to: from, protocol } = packet;
  const back = gress === 'egress' ? 'ingress' : 'egress';
  return CLIENT_PORTS.every((port) => {
    const reply = { from, to, protocol, port };
    if (INVALID_ALONE.includes(protocol) && !isUntracked(world, own, peer, back, reply)) return false;
    return passesPolicies(world, own, peer, back, reply, lettingICMP);
  });
}

/** Whether a stateless policy of a pod has a rule that allows a packet, whatever other policies say. */
function isUntracked(
  world: TestWorld,
  own: TestPod,
  peer: TestPod | string,
  gress: Gress,
  packet: TestPacket,
): boolean {
  return world.policies.some(
    (policy) =>
      policy.kind === 'NetworkPolicy' &&
      policy.annotations?.[STATELESS] === 'true' &&
      policy.namespace === own.namespace &&
      matches(policy.spec.podSelector, own.labels) &&
      allows(world, policy, peer, gress, packet),
  );
}

/** "AdminNetworkPolicy rules are evaluated before NetworkPolicies, those before the BaselineAdminNetworkPolicy." */
function passesPolicies(
  world: TestWorld,
  own: TestPod,
  peer: TestPod | string,
  gress: Gress,
  packet: TestPacket,
  lettingICMP: boolean,
): boolean {
  for (const policy of orderedPolicies(world)) {
    const action = firstAction(world, policy, own, peer, gress, packet);
    if (action === 'Allow') return true;
    if (action === 'Deny') return false;
    // "Pass: the selected traffic skips any lower precedence AdminNetworkPolicies."
    if (action === 'Pass') break;
  }
  const isolating = world.policies
    .filter((policy) => policy.kind === 'NetworkPolicy')
    .filter((policy) => policy.namespace === own.namespace && matches(policy.spec.podSelector, own.labels))
    .filter((policy) => typesOf(policy).includes(gress));
  // "If any policies select a pod, the pod is restricted to what is allowed by the union of those policies' rules."
  if (isolating.length > 0 && lettingICMP && packet.protocol === 'ICMP') return true;
  if (isolating.length > 0) return isolating.some((policy) => allows(world, policy, peer, gress, packet));
  const baseline = world.policies.find((policy) => policy.kind === 'BaselineAdminNetworkPolicy');
  return baseline === undefined || firstAction(world, baseline, own, peer, gress, packet) !== 'Deny';
}

/**
 * Whether OVN-Kubernetes does something else to a packet than the text says: it looks the named port of an ingress rule
 * of an admin policy up in the peers, too, and so the rule is for connections with these.
 */
export function isToPortOfPeer(world: TestWorld, packet: TestPacket): boolean {
  const { from, to } = packet;
  if (typeof to === 'string') return false;
  return world.policies.some((policy) => {
    if (policy.kind !== 'AdminNetworkPolicy' && policy.kind !== 'BaselineAdminNetworkPolicy') return false;
    if (isAdminPeer(world, policy.spec.subject, to)) return false;
    return (policy.spec.ingress ?? []).some(({ from: peers = [], ports = [] }) => {
      const isPeer = (one: TestPod | string): boolean => peers.some((peer) => isAdminPeer(world, peer, one));
      return isPeer(from) && isPeer(to) && ports.some((port) => port.namedPort && isAdminPort(port, packet));
    });
  });
}

/** "Egress is a type if there are egress rules; Ingress always is, where the field is not set." */
function typesOf({ spec }: NetworkPolicy): Gress[] {
  if (spec.policyTypes) return spec.policyTypes.map((type) => (type === 'Egress' ? 'egress' : 'ingress'));
  return spec.egress && spec.egress.length > 0 ? ['ingress', 'egress'] : ['ingress'];
}

function allows(
  world: TestWorld,
  { namespace, spec }: NetworkPolicy,
  peer: TestPod | string,
  gress: Gress,
  packet: TestPacket,
): boolean {
  return (spec[gress] ?? []).some(({ from, to, ports = [] }) => {
    const peers = (gress === 'ingress' ? from : to) ?? [];
    const isPeer = peers.length === 0 || peers.some((one) => isNetworkPolicyPeer(world, one, namespace, peer));
    return isPeer && (ports.length === 0 || ports.some((port) => isNetworkPolicyPort(port, packet)));
  });
}

function isNetworkPolicyPeer(
  world: TestWorld,
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  namespace: string,
  peer: TestPod | string,
): boolean {
  if (ipBlock) {
    const address = typeof peer === 'string' ? peer : peer.address;
    return isIn(address, ipBlock.cidr) && !(ipBlock.except ?? []).some((cidr) => isIn(address, cidr));
  }
  if (typeof peer === 'string') return false;
  const isNamespace = namespaceSelector
    ? matches(namespaceSelector, labelsOfNamespace(world, peer.namespace))
    : peer.namespace === namespace;
  return isNamespace && (!podSelector || matches(podSelector, peer.labels));
}

function isNetworkPolicyPort({ protocol = 'TCP', port, endPort }: NetworkPolicyPort, packet: TestPacket): boolean {
  if (packet.protocol !== protocol) return false;
  return port === undefined || (port <= packet.port && packet.port <= (endPort ?? port));
}

/** "The rules are ordered; the first that matches decides." */
function firstAction(
  world: TestWorld,
  { spec }: AdminPolicy,
  own: TestPod,
  peer: TestPod | string,
  gress: Gress,
  packet: TestPacket,
): string | undefined {
  if (!isAdminPeer(world, spec.subject, own)) return undefined;
  return (spec[gress] ?? []).find(({ from, to, ports = [] }) => {
    const peers = (gress === 'ingress' ? from : to) ?? [];
    return (
      peers.some((one) => isAdminPeer(world, one, peer)) &&
      (ports.length === 0 || ports.some((port) => isAdminPort(port, packet)))
    );
  })?.action;
}

function isAdminPeer(world: TestWorld, { namespaces, pods, networks }: AdminPeer, peer: TestPod | string): boolean {
  if (networks) return networks.some((cidr) => isIn(typeof peer === 'string' ? peer : peer.address, cidr));
  if (typeof peer === 'string') return false;
  const labels = labelsOfNamespace(world, peer.namespace);
  if (namespaces) return matches(namespaces, labels);
  return pods !== undefined && matches(pods.namespaceSelector, labels) && matches(pods.podSelector, peer.labels);
}

function isAdminPort({ portNumber, portRange, namedPort }: AdminPort, { to, protocol, port }: TestPacket): boolean {
  if (portNumber) return portNumber.protocol === protocol && portNumber.port === port;
  if (portRange) return portRange.protocol === protocol && portRange.start <= port && port <= portRange.end;
  const named = typeof to === 'string' ? [] : to.ports;
  return named.some((one) => one.name === namedPort && one.protocol === protocol && one.containerPort === port);
}

/** "The first rule that matches decides; traffic that matches none is allowed." Pods reach each other all the same. */
function passesFirewall({ policies }: TestWorld, { namespace }: TestPod, to: string, packet: TestPacket): boolean {
  if (isIn(to, POD_NETWORK)) return true;
  const firewalls = policies.filter((policy): policy is Firewall => policy.kind === 'EgressFirewall');
  const rules = firewalls.filter((one) => one.namespace === namespace).flatMap(({ spec }) => spec.egress);
  const first = rules.find(
    ({ to: { cidrSelector }, ports = [] }) =>
      isIn(to, cidrSelector) &&
      (ports.length === 0 || ports.some(({ protocol, port }) => protocol === packet.protocol && port === packet.port)),
  );
  return first?.type !== 'Deny';
}

/** Labels of the namespaces of a cluster by name, the same for all its packets. */
const labelsByNamespace = memoizeWeak(({ namespaces }: TestWorld) =>
  memoize((name: string): Readonly<Record<string, string>> => ({
    ...namespaces.find((one) => one.name === name)?.labels,
    'kubernetes.io/metadata.name': name,
  })),
);

function labelsOfNamespace(world: TestWorld, name: string): Readonly<Record<string, string>> {
  return labelsByNamespace(world)(name);
}

/** AdminNetworkPolicies of a cluster in their order, the same for all its packets. */
const orderedPolicies = memoizeWeak(({ policies }: TestWorld) =>
  policies
    .filter((policy) => policy.kind === 'AdminNetworkPolicy')
    .sort((a, b) => (a.spec.priority ?? 0) - (b.spec.priority ?? 0)),
);

function matches(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      if (operator === 'In') return value !== undefined && values.includes(value);
      return value === undefined || !values.includes(value);
    })
  );
}

function isIn(address: string, cidr: string): boolean {
  const [base = '', length = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(length));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base) / size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
}
