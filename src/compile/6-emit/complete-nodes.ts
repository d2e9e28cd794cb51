import type { Cluster, NodeGateway, Node, Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { EgressPoint } from '../../model/intent/egress-point.js';
import { type Address, type Family, type Prefix, formatAddress, widthOf } from '../../net/address.js';
import { type InterfaceAddress, addressAt, contains, ofFamily, prefixOf } from '../../net/prefix.js';
import { joinAddress } from '../../ovn-kubernetes/addresses.js';
import { createZoneGapCheck, describesNetwork } from '../../ovn-kubernetes/node-annotations.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import { knownPathsOf } from '../../ovn-kubernetes/paths.js';
import { macOf } from '../../ovn-kubernetes/mac.js';
import { DEFAULT_HOST_PREFIX } from '../../ovn-kubernetes/networks.js';

/**
 * Completes nodes that lack annotations, for a model of packets. Filters of pods on such nodes decide even if the path
 * to them is unknown. Unknown values become placeholders, so the model must report a packet as unknown if it passes a
 * node with gaps. If no node has a network, they are completed only for a complete model (`isComplete`).
 */
export function completeNodes(cluster: Cluster, configuration: Configuration, isComplete = false): Cluster {
  const { incomplete } = knownPathsOf(cluster, configuration);
  if (incomplete.length === 0 || !(isComplete || describesNetwork(cluster.nodes))) return cluster;
  const lacking = new Set(incomplete.map(({ node }) => node));
  const complete = createCompletion(cluster, configuration);
  const absent = incomplete.filter(({ isAbsent }) => isAbsent).map(({ node }) => absentNode(node, configuration));
  const nodes = [...cluster.nodes, ...absent]
    .map((node, index) => ({ ...(lacking.has(node.name) ? complete(node, index) : node), hasEncapIPs: true }))
    .sort((a, b) => compareText(a.name, b.name));
  return {
    ...cluster,
    nodes,
    nodeByName: new Map(nodes.map((node) => [node.name, node])),
    zones: groupBy(nodes, ({ zone }) => zone),
  };
}

/** Creates a function that replaces the nodes in an intent by those of a cluster. */
export function createReplacement({ nodeByName }: Cluster): (intent: Intent) => Intent {
  const nodeOf = (node: Node): Node => nodeByName.get(node.name) ?? node;
  const pointOf = (point: EgressPoint): EgressPoint => ({ ...point, node: nodeOf(point.node) });
  return (intent) => {
    switch (intent.effect) {
      case 'reroute':
        return { ...intent, points: intent.points.map(pointOf) };
      case 'translate':
        return { ...intent, point: pointOf(intent.point) };
      case 'reroute-through-host':
        return { ...intent, host: nodeOf(intent.host) };
      default:
        return intent;
    }
  };
}

/** Returns a placeholder for a node that only pods name. */
function absentNode(name: string, { interconnect }: Configuration): Node {
  return {
    name,
    labels: {},
    zone: interconnect ? name : DEFAULT_ZONE,
    subnets: [],
    primaryAddresses: [],
    ready: true,
    interfaces: [],
    transitAddresses: [],
    gatewayMtuSupport: true,
    hasEncapIPs: true,
    manifest: {
      apiVersion: 'v1',
      kind: 'Node',
      namespace: '',
      name,
      object: {},
      origin: { file: { path: '', text: '' }, start: 0, end: 0, pointer: '' },
    },
  };
}

/** Networks for placeholders, which no cluster uses (RFC 1112 §4, RFC 6666). */
const UNUSED: Readonly<Record<Family, Prefix>> = {
  IPv4: { family: 'IPv4', base: 0xf000_0000n, length: 8 },
  IPv6: { family: 'IPv6', base: 0x100n << 112n, length: 64 },
};

/** Prefix length of a placeholder network. */
const PLACEHOLDER_LENGTH = { IPv4: 24, IPv6: 120 } as const;

function createCompletion(cluster: Cluster, configuration: Configuration): (node: Node, index: number) => Node {
  const { ipFamilies } = configuration;
  const isOutOfZones = createZoneGapCheck(cluster.nodes, configuration);
  let lastId = cluster.nodes.reduce((last, { nodeId = 0 }) => Math.max(last, nodeId), 1);
  const transitTaken = new Set(
    cluster.nodes.flatMap(({ transitAddresses }) => transitAddresses.map(({ address }) => formatAddress(address))),
  );
  const transitOf = (family: Family, id: number): InterfaceAddress[] => {
    const prefix = ofFamily(configuration.transitSubnets, family);
    if (!prefix) return [];
    let offset = id;
    while (transitTaken.has(formatAddress(addressAt(prefix, offset)))) offset++;
    const address = addressAt(prefix, offset);
    transitTaken.add(formatAddress(address));
    return [interfaceAddress(address, prefix)];
  };
  return (node, index) => {
    const hasJoin = ipFamilies.every((family) => joinAddress(node, configuration, family) !== undefined);
    const nodeId = hasJoin && node.nodeId !== undefined ? node.nodeId : ++lastId;
    const pods = cluster.podsByNode.get(node.name) ?? [];
    return {
      ...node,
      zone: isOutOfZones(node) ? node.name : node.zone,
      nodeId,
      chassisId: node.chassisId ?? `unknown-${node.name}`,
      subnets: completeSubnets(node, pods, index, configuration),
      transitAddresses: ipFamilies.flatMap((family) => {
        const own = node.transitAddresses.find(({ address }) => address.family === family);
        return own ? [own] : transitOf(family, nodeId);
      }),
      gateway: node.gateway ?? placeholderGateway(node, index, configuration),
    };
  };
}

/**
 * Returns the subnets of a node, with missing ones completed. A node without pods and subnets gets none, because no
 * packet is for it.
 */
function completeSubnets(
  { subnets }: Node,
  pods: readonly Pod[],
  index: number,
  configuration: Configuration,
): readonly Prefix[] {
  if (subnets.length + pods.length === 0) return [];
  const addresses = pods.filter(({ hostNetwork }) => !hostNetwork).flatMap((pod) => pod.addresses);
  return configuration.ipFamilies.map((family) => {
    const known = ofFamily(subnets, family);
    if (known && contains(known, addressAt(known, 2))) return known;
    const address = addresses.find((one) => one.family === family);
    return address ? nodeSubnetOf(address, configuration) : placeholderNetwork(family, index);
  });
}

/** Returns the node subnet of a pod network that contains an address. */
function nodeSubnetOf(address: Address, { clusterSubnets }: Configuration): Prefix {
  const network = clusterSubnets.find(({ prefix }) => contains(prefix, address));
  const { family } = address;
  return prefixOf({ family, value: address.value }, network?.hostPrefixLength ?? DEFAULT_HOST_PREFIX[family]);
}

function placeholderNetwork(family: Family, index: number): Prefix {
  const length = PLACEHOLDER_LENGTH[family];
  const size = 1n << BigInt(widthOf(family) - length);
  return { family, base: UNUSED[family].base + BigInt(index) * size, length };
}

function interfaceAddress(address: Address, prefix: Prefix): InterfaceAddress {
  return { address, prefix, text: `${formatAddress(address)}/${prefix.length}` };
}

function placeholderGateway(node: Node, index: number, { ipFamilies, gatewayMode }: Configuration): NodeGateway {
  const ipAddresses = ipFamilies.map((family): InterfaceAddress => {
    const known = [...node.primaryAddresses, ...(node.hostCIDRs ?? [])].find((one) => one.address.family === family);
    const prefix = placeholderNetwork(family, index);
    return known ?? interfaceAddress(addressAt(prefix, 2), prefix);
  });
  const [first] = ipAddresses;
  return {
    mode: gatewayMode,
    interfaceId: `unknown-${node.name}`,
    macAddress: first ? macOf(first.address) : '',
    ipAddresses,
    nextHops: ipAddresses.map(({ prefix }) => addressAt(prefix, 1)),
    nodePortEnable: true,
    vlanId: 0,
  };
}
