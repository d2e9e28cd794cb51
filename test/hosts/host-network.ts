import { withoutDetection } from '../rig/outside.js';

/** A route of a host that is not Weir's. */
export interface OwnRoute {
  /** A prefix with its length. */
  readonly destination: string;
  /** A bare address. */
  readonly via?: string;
  readonly interface: string;
}

/** What a host has of itself, before Weir gives it anything. Addresses are CIDRs unless they are called bare. */
export interface HostNetwork {
  readonly node: string;
  /** The external bridge, and interfaces of its own. */
  readonly interfaces: readonly {
    readonly name: string;
    readonly index: number;
    readonly addresses: readonly string[];
  }[];
  readonly management: { readonly addresses: readonly string[]; readonly gateways: readonly string[] };
  readonly clusterSubnets: readonly string[];
  /** Of the main table: of equal destinations the first counts. */
  readonly routes: readonly OwnRoute[];
  /** Tables that the administrator has filled, by their numbers. */
  readonly tables: ReadonlyMap<number, readonly OwnRoute[]>;
  /** Local gateway mode: what leaves with a pod's address gets that of the interface, as OVN-Kubernetes does. */
  readonly masquerades: boolean;
  /** Bare addresses that packets come from by the management port. */
  readonly sources: readonly string[];
  /** Bare addresses behind the interfaces: next hops, and whom packets are for. */
  readonly neighbours: readonly string[];
}

const CLUSTER_MAC = '02:00:00:00:00:02';
const MANAGEMENT_MAC = '02:00:00:00:00:01';

export function managementPortOf({ node }: HostNetwork): string {
  return `k8s-${node}`;
}

/** The MAC of an interface of the host. */
export function interfaceMac(index: number): string {
  return `02:00:00:00:01:${hex(index)}`;
}

/** The MAC of a neighbour: it tells the next hop of a frame. */
export function neighbourMac(index: number): string {
  return `02:00:00:00:02:${hex(index)}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Lines for `ip -batch` in the host's namespace that make its interfaces; other namespaces by their names. */
export function linkLines(network: HostNetwork, cluster: string, wire: string): string[] {
  const port = managementPortOf(network);
  return [
    `link add ${port} address ${MANAGEMENT_MAC} type veth peer name ovn address ${CLUSTER_MAC} netns ${cluster}`,
    ...network.interfaces.map(
      ({ name, index }, place) =>
        `link add ${name} index ${index} address ${interfaceMac(place)} type veth peer name ${name} netns ${wire}`,
    ),
  ];
}

/** The same for addresses, routes and neighbours of the host. */
export function hostLines(network: HostNetwork): string[] {
  const { interfaces, management, clusterSubnets, neighbours, sources, routes, tables } = network;
  const port = managementPortOf(network);
  const all = [{ name: port, addresses: management.addresses }, ...interfaces];
  return [
    ...all.flatMap(({ name }) => upLines(name)),
    ...all.flatMap(({ name, addresses }) => addresses.map((address) => addressLine(address, name))),
    ...[...management.gateways, ...sources].map((address) => neighbourLine(address, CLUSTER_MAC, port)),
    ...clusterSubnets.map((subnet) => `route add ${subnet} via ${gatewayFor(subnet, management.gateways)} dev ${port}`),
    ...routes.map((route, place) => `route add ${routeWords(route)} metric ${place + 1}`),
    ...[...tables].flatMap(([table, own]) => own.map((route) => `route add ${routeWords(route)} table ${table}`)),
    ...interfaces.flatMap(({ name }) =>
      neighbours.map((address, place) => neighbourLine(address, neighbourMac(place), name)),
    ),
  ];
}

/** The same for what stands for the logical network: all that it sends goes to the management port. */
export function clusterLines({ management, sources }: HostNetwork): string[] {
  const hosts = management.addresses.map((address) => address.split('/', 1)[0] ?? '');
  return [
    ...upLines('ovn'),
    ...sources.map((source) => addressLine(alone(source), 'lo')),
    ...hosts.flatMap((host) => [
      neighbourLine(host, MANAGEMENT_MAC, 'ovn'),
      `route add ${alone(host)} dev ovn`,
      `route add default via ${host} dev ovn`,
    ]),
  ];
}

/** The same for what is behind the other interfaces: answers come from whomever packets are for. */
export function wireLines({ interfaces, neighbours }: HostNetwork): string[] {
  return [
    ...interfaces.flatMap(({ name }) => upLines(name)),
    ...neighbours.map((address) => addressLine(alone(address), 'lo')),
  ];
}

/** The same for the way back to an address of the host, by one of its interfaces. */
export function wayBackLines({ interfaces }: HostNetwork, name: string, address: string): string[] {
  const place = interfaces.findIndex((one) => one.name === name);
  return [
    neighbourLine(address, interfaceMac(place), name).replace('neigh add', 'neigh replace'),
    `route replace ${alone(address)} dev ${name}`,
  ];
}

/**
 * Settings of a host that forwards, and like one with strict settings filters by the reverse path; its node agent makes
 * the management port's loose.
 */
export function settingsOf(network: HostNetwork): string[] {
  const own = network.interfaces.map(({ name }) => `net.ipv4.conf.${name}.rp_filter=1`);
  return [
    'net.ipv4.ip_forward=1',
    'net.ipv6.conf.all.forwarding=1',
    ...own,
    `net.ipv4.conf.${managementPortOf(network)}.rp_filter=2`,
  ];
}

/** Link-local addresses would come when they like. */
function upLines(name: string): string[] {
  return [`link set ${name} addrgenmode none`, `link set ${name} up`];
}

function addressLine(address: string, name: string): string {
  return ['address add', address, 'dev', name, ...withoutDetection(address)].join(' ');
}

function routeWords({ destination, via, interface: name }: OwnRoute): string {
  return `${destination}${via === undefined ? '' : ` via ${via}`} dev ${name}`;
}

function neighbourLine(address: string, mac: string, name: string): string {
  return `neigh add ${address} lladdr ${mac} dev ${name} nud permanent`;
}

function gatewayFor(subnet: string, gateways: readonly string[]): string {
  return gateways.find((gateway) => gateway.includes(':') === subnet.includes(':')) ?? '';
}

function alone(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`;
}
