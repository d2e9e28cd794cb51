import { BlockList } from 'node:net';
import { type Family, type TestCluster, type TestPod, CLUSTER_SUBNETS, nodeAddress } from './cluster.js';
import type { EgressFirewall, EgressQoS, FirewallRule } from './egress.js';

/** A connection that a pod opens. `port` counts for TCP and UDP. */
export interface Connection {
  readonly pod: TestPod;
  readonly destination: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'ICMP';
  readonly port: number;
}

/**
 * Whether the EgressFirewall of the pod's namespace lets a connection pass, straight from the resource: the first rule
 * that matches decides, without one it passes. CIDR rules and DNS answers do not reach into the cluster's own networks.
 */
export function isAllowed(cluster: TestCluster, firewalls: readonly EgressFirewall[], connection: Connection): boolean {
  const firewall = firewalls.find(({ metadata }) => metadata.namespace === connection.pod.namespace);
  const rule = firewall?.spec.egress.find(
    (candidate) =>
      matchesDestination(cluster, candidate.to, connection.destination) && matchesPort(candidate, connection),
  );
  return rule?.type !== 'Deny';
}

/** The DSCP value that the EgressQoS of the pod's namespace gives a connection: the first rule that matches, or none. */
export function dscpOf(rules: readonly EgressQoS[], { pod, destination }: Connection): number | undefined {
  const qos = rules.find(({ metadata }) => metadata.namespace === pod.namespace);
  return qos?.spec.egress.find(
    ({ dstCIDR, podSelector }) =>
      (dstCIDR === undefined || isIn(destination, dstCIDR)) && hasLabels(pod.labels, podSelector?.matchLabels),
  )?.dscp;
}

function matchesDestination(cluster: TestCluster, to: FirewallRule['to'], destination: string): boolean {
  const isClusterInternal = cluster.families.some((family) => isIn(destination, CLUSTER_SUBNETS[family]));
  if ('cidrSelector' in to) return isIn(destination, to.cidrSelector) && !isClusterInternal;
  if ('dnsName' in to) return (cluster.dns?.[to.dnsName] ?? []).includes(destination) && !isClusterInternal;
  return cluster.nodes
    .filter(({ labels }) => hasLabels(labels, to.nodeSelector.matchLabels))
    .some((node) => cluster.families.some((family) => nodeAddress(node, family) === destination));
}

function matchesPort({ ports = [] }: FirewallRule, connection: Connection): boolean {
  return (
    ports.length === 0 ||
    ports.some(({ protocol, port }) => protocol === connection.protocol && port === connection.port)
  );
}

function hasLabels(labels: TestPod['labels'], wanted: TestPod['labels']): boolean {
  return Object.entries(wanted ?? {}).every(([key, value]) => labels?.[key] === value);
}

/** Whether a CIDR holds an address, decided by Node's own implementation. */
function isIn(address: string, cidr: string): boolean {
  const [network = '', length] = cidr.split('/');
  if (familyOf(address) !== familyOf(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(length), familyOf(network) === 'IPv4' ? 'ipv4' : 'ipv6');
  return list.check(address, familyOf(address) === 'IPv4' ? 'ipv4' : 'ipv6');
}

/** The family that an address's text is of. */
export function familyOf(address: string): Family {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}
