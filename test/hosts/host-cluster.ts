import type { HostState } from '../../src/model/host-state.js';
import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import type { Tracer } from '../../src/trace/trace.js';
import type { Path } from '../../src/trace/path.js';
import {
  type Family,
  type TestCluster,
  type TestNode,
  CLUSTER_SUBNETS,
  NEXT_HOPS,
  hostInterfaces,
  nodeAddress,
  podAddress,
  podNetworkAddress,
  withLength,
} from '../ovn/cluster.js';
import type { HostNetwork, OwnRoute } from './host-network.js';

const WHOLE: Readonly<Record<Family, string>> = { IPv4: '0.0.0.0/0', IPv6: '::/0' };

/** What a test gives a host beside what its cluster says. */
export interface HostSetup {
  /** Bare addresses that packets come from, beside those of pods. */
  readonly sources?: readonly string[];
  /** Bare addresses that packets are for, of any family and the host's own among them. */
  readonly destinations: readonly string[];
  /** A table of the administrator's, and its routes, of any family. */
  readonly table: number;
  readonly tableRoutes: readonly OwnRoute[];
}

/** What the host of a node of a cluster has of itself; `state`: what Weir gives it. The bridge comes first. */
export function hostNetworkOf(
  cluster: TestCluster,
  node: TestNode,
  state: HostState,
  { sources = [], destinations, table, tableRoutes }: HostSetup,
): HostNetwork {
  const isOwn = (address: string): boolean => state.addresses.includes(address);
  const vias = tableRoutes.flatMap(({ via }) => via ?? []);
  const each = <T>(make: (family: Family) => T): T[] => cluster.families.map(make);
  const own = hostInterfaces(cluster, node);
  return {
    node: node.name,
    interfaces: [
      { name: 'br-ex', index: 10, addresses: each((family) => withLength(nodeAddress(node, family))) },
      ...own,
    ],
    management: {
      addresses: each((family) => withLength(podNetworkAddress(node, 2, family))),
      gateways: each((family) => podNetworkAddress(node, 1, family)),
    },
    clusterSubnets: each((family) => CLUSTER_SUBNETS[family]),
    routes: [
      ...each((family) => ({ destination: WHOLE[family], via: NEXT_HOPS[family], interface: 'br-ex' })),
      ...own.flatMap(({ name, routes }) =>
        routes.map(({ destination, via }) => ({
          destination: destination === 'default' ? WHOLE[via?.includes(':') === true ? 'IPv6' : 'IPv4'] : destination,
          interface: name,
          ...(via === undefined ? {} : { via }),
        })),
      ),
    ],
    tables: new Map([[table, tableRoutes.filter(({ destination }) => isOfFamilies(cluster, destination))]]),
    masquerades: cluster.gatewayMode === 'local',
    sources: [...cluster.pods.flatMap((pod) => each((family) => podAddress(cluster, pod, family))), ...sources],
    neighbours: [
      ...new Set([
        ...[...destinations, ...vias].filter((address) => isOfFamilies(cluster, address) && !isOwn(address)),
        ...each((family) => NEXT_HOPS[family]),
        ...own.flatMap(({ routes }) => routes.flatMap(({ via }) => via ?? [])),
      ]),
    ],
  };
}

function isOfFamilies({ families }: TestCluster, address: string): boolean {
  return families.includes(address.includes(':') ? 'IPv6' : 'IPv4');
}

/** A packet as it comes to a host by the management port, and what the model says of it from there on. */
export interface HostPacket {
  /** `<namespace>/<name>` of the pod that has sent it. */
  readonly from: string;
  readonly packet: TracedPacket;
  readonly path: Path;
}

/** The packets of all pods to the destinations that come by the management port of a node, each from a port of its own. */
export function packetsThrough(
  cluster: TestCluster,
  node: string,
  tracer: Tracer,
  destinations: readonly string[],
): readonly HostPacket[] {
  let port = 20_000;
  return cluster.pods.flatMap((pod) =>
    destinations.flatMap((destination): HostPacket[] => {
      const family = destination.includes(':') ? 'IPv6' : 'IPv4';
      const source = podAddress(cluster, pod, family);
      if (!cluster.families.includes(family) || source === destination) return [];
      port++;
      const protocol = port % 2 === 0 ? 'UDP' : 'TCP';
      const { paths } = tracer.tracePacket(
        { type: 'pod', namespace: pod.namespace, name: pod.name },
        packetOf(source, destination, protocol, 8080, port),
      );
      // Where connections are shared among nodes, a packet takes one of the paths.
      const path = paths.find((one) => entering(one, node) !== undefined);
      const packet = path && entering(path, node);
      return packet ? [{ from: `${pod.namespace}/${pod.name}`, packet, path }] : [];
    }),
  );
}

/** The packet of a path where it comes by the management port of a node; undefined where it does not. */
function entering({ stages, end }: Path, node: string): TracedPacket | undefined {
  const first = stages.find(({ at }) => at === `host ${node}`);
  if (first) return first.before;
  return end.type === 'node' && end.port === `k8s-${node}` ? end.packet : undefined;
}
