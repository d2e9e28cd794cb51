import { createTopology } from '../../../../src/compile/6-emit/northbound/topology/index.js';
import type { Cluster, NodeGateway, Node, Pod } from '../../../../src/model/cluster.js';
import type { ClusterSubnet, Configuration } from '../../../../src/model/configuration.js';
import type { Origin } from '../../../../src/model/manifest.js';
import type { Columns, Row } from '../../../../src/model/northbound.js';
import { type CanonicalAddress, type Prefix, readAddress } from '../../../../src/net/address.js';
import { type InterfaceAddress, parsePrefix, readInterfaceAddress } from '../../../../src/net/prefix.js';
import { DEFAULT_RELEASE } from '../../../../src/ovn-kubernetes/releases/index.js';

const origin: Origin = { file: { path: 'inventory.yaml', text: '' }, start: 0, end: 0, pointer: '' };

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the fixture has a malformed address');
  return value;
}

export function prefix(text: string): Prefix {
  return present(parsePrefix(text));
}

export function address(text: string): CanonicalAddress {
  return present(readAddress(text));
}

/** An address of an interface, with the length of its network's prefix. */
export function annotated(text: string): InterfaceAddress {
  return present(readInterfaceAddress(text));
}

export function clusterSubnet(text: string, hostPrefixLength: number): ClusterSubnet {
  return { prefix: prefix(text), hostPrefixLength };
}

/** One family, central, shared gateways; subnets of both families have OVN-Kubernetes' defaults. */
export function configurationOf(overrides: Partial<Configuration> = {}): Configuration {
  return {
    release: DEFAULT_RELEASE,
    ipFamilies: ['IPv4'],
    gatewayMode: 'shared',
    findings: new Map(),
    interconnect: false,
    topology: 'managed',
    platform: 'None',
    clusterSubnets: [clusterSubnet('10.60.0.0/16', 24)],
    serviceCIDRs: [prefix('10.61.0.0/16')],
    joinSubnets: [prefix('100.64.0.0/16'), prefix('fd98::/64')],
    transitSubnets: [prefix('100.88.0.0/16'), prefix('fd97::/64')],
    masqueradeSubnets: [prefix('169.254.169.0/29'), prefix('fd69::/125')],
    ephemeralPortRange: '40000-50000',
    disableSnatMultipleGateways: false,
    dropUntranslatedEgress: false,
    features: new Set(),
    statelessNetworkPolicy: false,
    allowIcmpNetworkPolicy: false,
    mtu: 8900,
    serviceTemplates: false,
    dns: new Map(),
    dnsNameResolver: false,
    ovnSchemaVersion: '7.11.0',
    nodes: new Map(),
    egressRouter: { implementation: 'portable', releaseVersion: '' },
    ingressControllers: [],
    inventory: [],
    output: 'rendered',
    allowEmpty: false,
    transactions: false,
    ...overrides,
  };
}

export const dualStack: Partial<Configuration> = {
  ipFamilies: ['IPv4', 'IPv6'],
  clusterSubnets: [clusterSubnet('10.60.0.0/16', 24), clusterSubnet('fd00:60::/48', 64)],
};

export function gatewayOf(name: string, id: number, overrides: Partial<NodeGateway> = {}): NodeGateway {
  return {
    mode: 'shared',
    interfaceId: `br-out_${name}`,
    macAddress: `02:00:00:00:00:0${id}`,
    ipAddresses: [annotated(`198.18.0.${id}/24`)],
    nextHops: [address('198.18.0.254')],
    nodePortEnable: true,
    vlanId: 0,
    ...overrides,
  };
}

/** Node `id` (2–9) has subnet 10.60.`id`.0/24, address 198.18.0.`id` and is the only one of its zone where it says so. */
export function nodeOf(name: string, id: number, overrides: Partial<Node> = {}): Node {
  return {
    name,
    labels: {},
    zone: 'global',
    nodeId: id,
    chassisId: `chassis-${name}`,
    subnets: [prefix(`10.60.${id}.0/24`)],
    gateway: gatewayOf(name, id),
    hostAddresses: [address(`198.18.0.${id}`)],
    primaryAddresses: [annotated(`198.18.0.${id}/24`)],
    ready: true,
    interfaces: [],
    transitAddresses: [annotated(`100.88.0.${id}/16`)],
    gatewayMtuSupport: true,
    hasEncapIPs: true,
    manifest: { apiVersion: 'v1', kind: 'Node', namespace: '', name, object: {}, origin },
    ...overrides,
  };
}

export function dualStackNodeOf(name: string, id: number, overrides: Partial<Node> = {}): Node {
  return nodeOf(name, id, {
    subnets: [prefix(`10.60.${id}.0/24`), prefix(`fd00:60:0:${id}::/64`)],
    gateway: gatewayOf(name, id, {
      ipAddresses: [annotated(`198.18.0.${id}/24`), annotated(`fd18::${id}/64`)],
      nextHops: [address('198.18.0.254'), address('fd18::ffff')],
    }),
    hostAddresses: [address(`198.18.0.${id}`), address(`fd18::${id}`)],
    transitAddresses: [annotated(`100.88.0.${id}/16`), annotated(`fd97::${id}/64`)],
    ...overrides,
  });
}

export function podOf(nodeName: string, name: string, texts: readonly string[], overrides: Partial<Pod> = {}): Pod {
  const addresses = texts.map(address);
  return {
    namespace: 'pond',
    name,
    uid: `uid-${name}`,
    isPlanned: false,
    labels: {},
    nodeName,
    hostNetwork: false,
    completed: false,
    ready: true,
    terminating: false,
    containerPorts: [],
    addresses,
    podIPs: addresses,
    port: { mac: '0a:58:0a:3c:02:07', addresses },
    origin,
    ...overrides,
  };
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export function clusterOf(nodes: readonly Node[], pods: readonly Pod[] = []): Cluster {
  return {
    nodes,
    nodeByName: new Map(nodes.map((node) => [node.name, node])),
    zones: groupedBy(nodes, ({ zone }) => zone),
    namespaces: new Map(),
    podsByNamespace: groupedBy(pods, ({ namespace }) => namespace),
    podsByNode: groupedBy(pods, ({ nodeName }) => nodeName),
    services: new Map(),
    apiServers: [],
    slices: new Map(),
    ingressControllers: [],
    secrets: new Map(),
    connectivityChecks: [],
    dnsAnswers: new Map(),
  };
}

/** The rows of a zone, with ways to look at them. */
export interface Topology {
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  /** Columns of the row under a key; undefined when there is no such row. */
  readonly row: (table: string, key: string) => Columns | undefined;
  readonly keys: (table: string) => readonly string[];
}

export function topologyOf(
  zone: string,
  nodes: readonly Node[],
  configuration: Partial<Configuration> = {},
  pods: readonly Pod[] = [],
): Topology {
  const tables = createTopology(clusterOf(nodes, pods), configurationOf(configuration))(zone);
  return {
    tables,
    row: (table, key) => tables.get(table)?.find((row) => row.key === key)?.columns,
    keys: (table) => (tables.get(table) ?? []).map(({ key }) => key),
  };
}
