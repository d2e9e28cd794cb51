import type { Cluster, Node, Service, ServicePort, SliceEndpoint } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { type CanonicalAddress, formatSocket } from '../net/address.js';
import { contains } from '../net/prefix.js';
import { hasAffinityTimeout } from '../ovn-kubernetes/affinity.js';
import { groupBy } from '../std/group-by.js';
import { memoize } from '../std/memoize.js';

/** An address of a Service on a port. */
export interface ServicePlace {
  readonly service: Service;
  readonly protocol: ServicePort['protocol'];
  readonly address: CanonicalAddress;
  readonly port: number;
  /** Seconds for which OVN keeps a client with an endpoint, if it does. */
  readonly affinity?: number;
  /** Returns the backends for clients on a node, as sorted texts. */
  readonly backendsFor: (node: Node) => readonly string[];
}

/**
 * Lists the addresses of Services with the backends that pods reach there: endpoints that get traffic, of their own
 * node if the Service keeps traffic inside of it. Skips addresses that several Services share.
 */
export function listServicePlaces(cluster: Cluster, configuration: Configuration): readonly ServicePlace[] {
  const { services, namespaces } = cluster;
  const served = [...services.values()].filter(
    ({ namespace, hasClusterIP }) =>
      hasClusterIP && namespace !== '' && namespaces.get(namespace)?.primaryNetwork === undefined,
  );
  const all = served.flatMap((service) =>
    addressesOf(service).flatMap((address) =>
      service.ports.map((port) => toServicePlace(service, port, address, configuration)),
    ),
  );
  const shared = groupBy(all, keyOfAddress);
  return [...shared.values()].flatMap((own) => (own.length === 1 ? own : []));
}

/** Returns a protocol and a socket as text. */
export function keyOfAddress({ protocol, address, port }: Omit<ServicePlace, 'service' | 'backendsFor'>): string {
  return `${protocol} ${formatSocket(address.text, port)}`;
}

function addressesOf({ clusterIPs, externalIPs, isLoadBalancer, ingress }: Service): readonly CanonicalAddress[] {
  return [...clusterIPs, ...externalIPs, ...(isLoadBalancer ? ingress.flatMap((address) => address ?? []) : [])];
}

function toServicePlace(
  service: Service,
  { protocol, port, targets }: ServicePort,
  address: CanonicalAddress,
  { serviceCIDRs, release }: Configuration,
): ServicePlace {
  const { eligible, findsLocalByAddress } = release.services;
  const { publishesNotReadyAddresses, keepsInternalTrafficLocal, affinityTimeout } = service;
  const isLocal = keepsInternalTrafficLocal && serviceCIDRs.some((prefix) => contains(prefix, address));
  const socketsOf = (
    keep: (endpoint: SliceEndpoint) => boolean,
    isHere: (own: CanonicalAddress) => boolean,
  ): string[] =>
    targets
      .filter((target) => Number.isInteger(target.port) && target.port >= 1 && target.port <= 65_535)
      .flatMap((target) =>
        eligible(target.endpoints.flat().filter(keep), publishesNotReadyAddresses)
          .flatMap(({ addresses }) => addresses)
          .filter((own) => own.family === address.family && isHere(own))
          .map(({ text }) => formatSocket(text, target.port)),
      );
  const sorted = (sockets: readonly string[]): readonly string[] => [...new Set(sockets)].sort();
  const everywhere = memoize(() =>
    sorted(
      socketsOf(
        () => true,
        () => true,
      ),
    ),
  );
  const onNode = memoize((node: Node) =>
    findsLocalByAddress
      ? sorted(
          socketsOf(
            () => true,
            (own) => isOnNode(own, node),
          ),
        )
      : sorted(
          socketsOf(
            ({ nodeName }) => nodeName === node.name,
            () => true,
          ),
        ),
  );
  const affinity = hasAffinityTimeout(service, release.services) ? affinityTimeout : undefined;
  return {
    ...{ service, protocol, address, port },
    ...(affinity === undefined ? {} : { affinity }),
    backendsFor: (node) => (isLocal ? onNode(node) : everywhere(undefined)),
  };
}

function isOnNode(address: CanonicalAddress, { subnets, hostAddresses = [] }: Node): boolean {
  return subnets.some((subnet) => contains(subnet, address)) || hostAddresses.some(({ text }) => text === address.text);
}
