import type { KnownChassis } from '../rig/databases.js';
import type { ClusterNetwork } from '../rig/network.js';
import type { HostInterface } from '../rig/outside.js';

export type Family = 'IPv4' | 'IPv6';

/** A node of a test cluster. `id` (2–99) is its node-id and a part of all of its addresses. */
export interface TestNode {
  readonly name: string;
  readonly id: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether the node has an interface of its own in the secondary network. */
  readonly inSecondary?: boolean;
  /** Interfaces of its own; absent: what `inSecondary` says. */
  readonly interfaces?: readonly RoutedInterface[];
}

/** An interface that Open vSwitch has no part in, and the routes through it. */
export interface RoutedInterface extends HostInterface {
  readonly routes: readonly { readonly destination: string; readonly via?: string }[];
}

/** A pod of a test cluster. `number` (4–254) tells the pods of a node apart. */
export interface TestPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly number: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Of its container. */
  readonly ports?: readonly { readonly name: string; readonly protocol: string; readonly containerPort: number }[];
}

/** A cluster to compile for and to build. */
export interface TestCluster {
  readonly families: readonly Family[];
  readonly interconnect: boolean;
  readonly gatewayMode: 'shared' | 'local';
  readonly nodes: readonly TestNode[];
  readonly namespaces: readonly string[];
  /** Labels of namespaces beside their names. */
  readonly namespaceLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pods: readonly TestPod[];
  /** The custom resources. */
  readonly resources: readonly object[];
  /** Whether node ports are load balancers with variables of each chassis. */
  readonly serviceTemplates?: boolean;
  /** Whether zones drop packets of other zones' pods that they do not translate. */
  readonly dropUntranslatedEgress?: boolean;
  /** Whether NetworkPolicies may be stateless. */
  readonly statelessNetworkPolicy?: boolean;
  /** Pinned answers: DNS name → addresses. */
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  /** Which annotations of nodes the inventory lacks; `Node`: the whole object. */
  readonly leftOut?: (node: TestNode, annotation: string) => boolean;
}

/** Where the pods are: IPv4 and IPv6. */
export const CLUSTER_SUBNETS: Readonly<Record<Family, string>> = { IPv4: '10.128.0.0/14', IPv6: 'fd01::/48' };

/** The nodes' router on their own network. */
export const NEXT_HOPS: Readonly<Record<Family, string>> = { IPv4: '192.168.50.1', IPv6: 'fd00:50::1' };

/** The router of the secondary network. */
export const SECONDARY_NEXT_HOPS: Readonly<Record<Family, string>> = { IPv4: '10.20.30.1', IPv6: 'fd20::1' };

/** The interfaces that the node has beside those of Open vSwitch. */
export function hostInterfaces({ families }: TestCluster, node: TestNode): readonly RoutedInterface[] {
  const { id, inSecondary = false, interfaces } = node;
  if (interfaces) return interfaces;
  const address = (family: Family): string => (family === 'IPv4' ? `10.20.30.${10 + id}` : `fd20::${10 + id}`);
  const addresses = families.map((family) => withLength(address(family)));
  const routes = families.map((family) => ({ destination: 'default', via: SECONDARY_NEXT_HOPS[family] }));
  return inSecondary ? [{ name: 'ens4', index: 100, addresses, routes }] : [];
}

/** The node's address on the nodes' network. */
export function nodeAddress({ id }: TestNode, family: Family): string {
  return family === 'IPv4' ? `192.168.50.${10 + id}` : `fd00:50::${10 + id}`;
}

/** An address of the node's part of the pod network: the router is number 1, the node itself 2. */
export function podNetworkAddress({ id }: TestNode, number: number, family: Family): string {
  return family === 'IPv4' ? `10.128.${id}.${number}` : `fd01:0:0:${id}::${number}`;
}

/** The node of a pod. */
export function nodeOf(cluster: TestCluster, pod: TestPod): TestNode {
  const node = cluster.nodes.find(({ name }) => name === pod.node);
  if (!node) throw new Error(`pod ${pod.name} is on no node`);
  return node;
}

/** The pod's address. */
export function podAddress(cluster: TestCluster, pod: TestPod, family: Family): string {
  return podNetworkAddress(nodeOf(cluster, pod), pod.number, family);
}

/** The zone whose database holds the node. */
export function zoneOf(cluster: TestCluster, node: TestNode): string {
  return cluster.interconnect ? node.name : 'global';
}

/** The MAC that OVN-Kubernetes derives for an address of the pod network, made from its IPv4 address if there is one. */
export function podMac(cluster: TestCluster, pod: TestPod): string {
  return mac('0a:58:0a:80', nodeOf(cluster, pod).id, pod.number);
}

/** The MAC of the node's management port. */
export function managementMac({ id }: TestNode): string {
  return mac('0a:58:0a:80', id, 2);
}

/** The MAC of the router of the node's part of the pod network. */
export function routerMac({ id }: TestNode): string {
  return mac('0a:58:0a:80', id, 1);
}

/** The MAC of the node's external bridge and of its gateway router. */
export function gatewayMac({ id }: TestNode): string {
  return mac('52:54:00:00', 0, id);
}

export function chassisId({ id }: TestNode): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}

export function uidOf(pod: TestPod): string {
  return `10000000-0000-4000-8000-${String(pod.number).padStart(12, '0')}`;
}

function mac(start: string, ...last: number[]): string {
  return [start, ...last.map((octet) => octet.toString(16).padStart(2, '0'))].join(':');
}

/** Prefix length of the nodes' network and of a node's part of the pod network. */
export function withLength(address: string): string {
  return `${address}/${address.includes(':') ? 64 : 24}`;
}

function alone(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`;
}

/** The chassis that a zone's Southbound database has in a running cluster. */
export function chassisIn(cluster: TestCluster, zone: string): readonly KnownChassis[] {
  const [family = 'IPv4'] = cluster.families;
  return cluster.nodes.map((node) => ({
    chassisId: chassisId(node),
    address: nodeAddress(node, family),
    isRemote: zoneOf(cluster, node) !== zone,
  }));
}

/** What the rig has to build for the cluster. */
export function networkOf(
  cluster: TestCluster,
  outside: readonly string[],
  secondary: readonly string[],
): ClusterNetwork {
  const each = <T>(make: (family: Family) => T): T[] => cluster.families.map(make);
  return {
    outsideAddresses: [...each((family) => withLength(NEXT_HOPS[family])), ...outside.map(alone)],
    secondaryAddresses:
      secondary.length === 0
        ? []
        : [...each((family) => withLength(SECONDARY_NEXT_HOPS[family])), ...secondary.map(alone)],
    nodes: cluster.nodes.map((node) => ({
      name: node.name,
      zone: zoneOf(cluster, node),
      chassisId: chassisId(node),
      localnetPort: `br-ex_${node.name}`,
      interconnect: cluster.interconnect,
      localGateway: cluster.gatewayMode === 'local',
      gateway: {
        mac: gatewayMac(node),
        addresses: each((family) => withLength(nodeAddress(node, family))),
        nextHops: each((family) => NEXT_HOPS[family]),
      },
      management: {
        mac: managementMac(node),
        addresses: each((family) => withLength(podNetworkAddress(node, 2, family))),
        gateways: each((family) => podNetworkAddress(node, 1, family)),
      },
      clusterSubnets: each((family) => CLUSTER_SUBNETS[family]),
      hostInterfaces: hostInterfaces(cluster, node),
    })),
    pods: cluster.pods.map((pod) => ({
      namespace: pod.namespace,
      name: pod.name,
      node: pod.node,
      uid: uidOf(pod),
      mac: podMac(cluster, pod),
      addresses: each((family) => withLength(podAddress(cluster, pod, family))),
      gateways: each((family) => podNetworkAddress(nodeOf(cluster, pod), 1, family)),
    })),
  };
}
