import type { Cluster, Node, Service, ServicePort, SliceEndpoint } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { type CanonicalAddress, type Family, formatAddress, formatSocket } from '../net/address.js';
import { contains } from '../net/prefix.js';
import { masqueradeAddress } from '../ovn-kubernetes/addresses.js';
import { hasAffinityTimeout } from '../ovn-kubernetes/affinity.js';
import { groupBy } from '../std/group-by.js';
import { memoize } from '../std/memoize.js';

/** A port of a Service at one of its addresses, or a node port at the addresses of each node. */
export interface ServicePlace {
  readonly service: Service;
  readonly protocol: ServicePort['protocol'];
  readonly port: number;
  /** Returns the addresses in a family that clients reach on a node. */
  readonly addressesOn: (node: Node, family: Family) => readonly CanonicalAddress[];
  /** Seconds for which OVN keeps a client with an endpoint, if it does. */
  readonly affinity?: number;
  /** Returns the backends for pods of a node, as sorted texts. */
  readonly backendsForPods: (node: Node, family: Family) => readonly string[];
  /**
   * Returns the backends for clients that the gateway router of a node serves, as sorted texts. The router shares its
   * addresses with the host, so it reaches backends there by a masquerade address.
   */
  readonly backendsAtGateway: (node: Node, family: Family) => readonly string[];
  /** True if clients outside reach only endpoints of the node that they send to, which see their addresses. */
  readonly keepsSource: boolean;
}

/**
 * Lists the ports of Services with the endpoints that get their traffic. Pods reach those of their own node if the Service
 * keeps internal traffic there, and clients outside if it keeps external traffic. Skips addresses that several Services
 * share.
 */
export function listServicePlaces(cluster: Cluster, configuration: Configuration): readonly ServicePlace[] {
  const { services, namespaces } = cluster;
  const served = [...services.values()].filter(
    ({ namespace, hasClusterIP }) =>
      hasClusterIP && namespace !== '' && namespaces.get(namespace)?.primaryNetwork === undefined,
  );
  const all = served.flatMap((service) => placesOf(service, configuration));
  const hosts = new Set(cluster.nodes.flatMap(({ hostAddresses = [] }) => hostAddresses.map(({ text }) => text)));
  const keyOf = ({ key, address }: KeyedPlace): string =>
    address !== undefined && hosts.has(address) ? key.replace(address, OF_NODES) : key;
  return [...groupBy(all, keyOf).values()].flatMap((own) => (own.length === 1 ? own.map(({ place }) => place) : []));
}

/** A place with its protocol, address and port as text. */
interface KeyedPlace {
  readonly key: string;
  /** If unset, the addresses of nodes. */
  readonly address?: string;
  readonly place: ServicePlace;
}

const OF_NODES = 'nodes';

function placesOf(service: Service, configuration: Configuration): KeyedPlace[] {
  const { clusterIPs, externalIPs, isLoadBalancer, ingress } = service;
  const external = [...externalIPs, ...(isLoadBalancer ? ingress.flatMap((address) => address ?? []) : [])];
  const ofAddress = (port: ServicePort, address: CanonicalAddress, isExternal: boolean): KeyedPlace => ({
    key: `${port.protocol} ${formatSocket(address.text, port.port)}`,
    address: address.text,
    place: toPlace(service, port, configuration, { address, isExternal }),
  });
  return service.ports.flatMap((port) => [
    ...clusterIPs.map((address) => ofAddress(port, address, false)),
    ...external.map((address) => ofAddress(port, address, true)),
    ...(port.nodePort === 0
      ? []
      : [
          {
            key: `${port.protocol} ${formatSocket(OF_NODES, port.nodePort)}`,
            place: toPlace(service, port, configuration, { isExternal: true }),
          },
        ]),
  ]);
}

interface PlaceAddress {
  /** If unset, the place is a node port. */
  readonly address?: CanonicalAddress;
  readonly isExternal: boolean;
}

function toPlace(
  service: Service,
  { protocol, port, nodePort, targets }: ServicePort,
  configuration: Configuration,
  { address, isExternal }: PlaceAddress,
): ServicePlace {
  const { serviceCIDRs, release } = configuration;
  const { eligible, keepsNodePorts } = release.services;
  const { publishesNotReadyAddresses, keepsTrafficLocal, keepsInternalTrafficLocal, affinityTimeout } = service;
  const isInternalLocal =
    address !== undefined && keepsInternalTrafficLocal && serviceCIDRs.some((prefix) => contains(prefix, address));
  const keepsSource = isExternal && keepsTrafficLocal;
  const used = targets.filter((target) => Number.isInteger(target.port) && target.port >= 1 && target.port <= 65_535);
  const socketsOf = (
    family: Family,
    keep: (endpoint: SliceEndpoint) => boolean,
    isHere: (own: CanonicalAddress) => boolean,
  ): readonly string[] => {
    const sockets = used.flatMap((target) =>
      eligible(target.endpoints.flat().filter(keep), publishesNotReadyAddresses)
        .flatMap(({ addresses }) => addresses)
        .filter((own) => own.family === family && isHere(own))
        .map(({ text }) => formatSocket(text, target.port)),
    );
    return [...new Set(sockets)].sort();
  };
  const everywhere = memoize((family: Family) => socketsOf(family, ALL, ALL));
  const onNode = memoize((node: Node) =>
    memoize((family: Family) =>
      release.services.findsLocalByAddress
        ? socketsOf(family, ALL, (own) => isOnNode(own, node))
        : socketsOf(family, ({ nodeName }) => nodeName === node.name, ALL),
    ),
  );
  const throughHost = (sockets: readonly string[], { gateway }: Node, family: Family): readonly string[] => {
    const host = masqueradeAddress(configuration, family, 'host');
    const isServed = !keepsNodePorts || gateway?.nodePortEnable === true;
    const shared = host && isServed ? (gateway?.ipAddresses ?? []) : [];
    const starts = shared.map((one) => formatSocket(formatAddress(one.address), ''));
    const own = host ? formatSocket(formatAddress(host), '') : '';
    const replaced = sockets.map((socket) => {
      const start = starts.find((one) => socket.startsWith(one));
      return start === undefined ? socket : own + socket.slice(start.length);
    });
    return [...new Set(replaced)].sort();
  };
  const affinity = hasAffinityTimeout(service, release.services) ? affinityTimeout : undefined;
  return {
    ...{ service, protocol, port: address ? port : nodePort, keepsSource },
    ...(affinity === undefined ? {} : { affinity }),
    addressesOn: ({ hostAddresses = [], gateway }, family) => {
      const isServed = keepsNodePorts || gateway?.nodePortEnable === true;
      const known = address ? [address] : isServed ? hostAddresses : [];
      return known.filter((one) => one.family === family);
    },
    backendsForPods: (node, family) => (isInternalLocal ? onNode(node)(family) : everywhere(family)),
    backendsAtGateway: (node, family) =>
      throughHost(keepsSource ? onNode(node)(family) : everywhere(family), node, family),
  };
}

const ALL = (): boolean => true;

function isOnNode(address: CanonicalAddress, { subnets, hostAddresses = [] }: Node): boolean {
  return subnets.some((subnet) => contains(subnet, address)) || hostAddresses.some(({ text }) => text === address.text);
}
