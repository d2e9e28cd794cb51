import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import { type Path, arrivalOf } from '../../src/trace/path.js';
import type { PacketTrace, Tracer } from '../../src/trace/trace.js';
import { type TestCluster, type TestPod, nodeAddress, podAddress } from '../ovn/cluster.js';
import { endpointSlices, service } from '../ovn/service.js';
import type { Random } from '../rig/random.js';
import { pick } from './random-cluster.js';

/** A node port of a Service that keeps the sources of its clients, before all pods of `withAnswers`. */
export const NODE_PORT = 30_005;
const INGRESS = '192.0.2.98';

/** Services that outside clients come by, as the API has them. */
interface WrittenService {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly externalTrafficPolicy?: string;
    readonly ports: readonly {
      readonly protocol: 'TCP' | 'UDP' | 'SCTP';
      readonly port: number;
      readonly nodePort?: number;
    }[];
  };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { readonly ip: string }[] } };
}

/** The cluster, whose pods all answer clients at a node port, some of them as endpoints of an EgressService. */
export function withAnswers(random: Random, cluster: TestCluster): TestCluster {
  const endpoints = cluster.pods.map((pod) => `${podAddress(cluster, pod, 'IPv4')} ${pod.node}`);
  const some = endpoints.filter(() => random(3) === 0);
  const metadata = { namespace: 'harbor', name: 'some' };
  const web = (nodePort: number): object => ({ name: 'web', protocol: 'TCP', port: 80, nodePort });
  const policies = { all: 'Local', some: pick(random, ['Local', 'Local', 'Cluster']) };
  return {
    ...cluster,
    resources: [
      ...cluster.resources,
      ...service(
        'all',
        { type: 'NodePort', clusterIP: '172.16.1.50', externalTrafficPolicy: policies.all, ports: [web(NODE_PORT)] },
        endpoints,
      ),
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata,
        spec: {
          type: 'LoadBalancer',
          clusterIP: '172.16.1.51',
          externalTrafficPolicy: policies.some,
          ports: [
            web(30_006),
            { name: 'voice', protocol: 'UDP', port: pick(random, [80, 5000]), nodePort: 30_007 },
            { name: 'signal', protocol: 'SCTP', port: pick(random, [8080, 5000]), nodePort: 30_008 },
          ],
        },
        status: { loadBalancer: { ingress: [{ ip: INGRESS }] } },
      },
      ...endpointSlices({
        ...metadata,
        endpoints: some,
        ports: [
          { name: 'web', protocol: 'TCP', port: 80 },
          { name: 'voice', protocol: 'UDP', port: 80 },
          { name: 'signal', protocol: 'SCTP', port: 8080 },
        ],
      }),
      {
        apiVersion: 'k8s.ovn.org/v1',
        kind: 'EgressService',
        metadata,
        spec: { sourceIPBy: 'LoadBalancerIP', nodeSelector: {} },
      },
    ],
  };
}

/** A packet from outside as a pod gets it: its destination is the pod. */
export type ReceivedPacket = Pick<TracedPacket, 'source' | 'protocol'> & {
  readonly pod: TestPod;
  readonly port: number;
};

/** Whether a packet from outside arrives at a pod, whatever becomes of replies. */
export function isReceived(tracer: Tracer, cluster: TestCluster, received: ReceivedPacket): boolean {
  return traceToPod(tracer, cluster, received).paths.some((path) => arrivalOf(path) !== undefined);
}

function traceToPod(
  tracer: Tracer,
  cluster: TestCluster,
  { pod, source, protocol, port }: ReceivedPacket,
): PacketTrace {
  const own = podAddress(cluster, pod, familyOf(source));
  return tracer.tracePacket({ type: 'outside', node: pod.node }, packetOf(source, own, protocol, port));
}

function familyOf(address: string): 'IPv4' | 'IPv6' {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

/**
 * Whether a connection from outside is made with a pod: filters let its packets pass, and if Services that keep its source
 * lead there, replies come back from one of the Services that do. Where no Service leads, clients send to the pod's own address,
 * and replies to that come back.
 */
export function isMade(tracer: Tracer, cluster: TestCluster, received: ReceivedPacket): boolean {
  if (!isReceived(tracer, cluster, received)) return false;
  const ways = findWays(tracer, cluster, received);
  if (ways.length === 0) {
    return traceToPod(tracer, cluster, received).paths.some(({ verdict }) => verdict === 'delivered');
  }
  return !ways.some(({ isLocal }) => isLocal) || ways.some(({ comesBack }) => comesBack);
}

/**
 * The same for clients of one Service: the packet arrives, and replies come back from that Service. Undefined where it does
 * not lead to the pod and port.
 */
export function isMadeThrough(
  service: string,
  tracer: Tracer,
  cluster: TestCluster,
  received: ReceivedPacket,
): boolean | undefined {
  const ways = findWays(tracer, cluster, received).filter((way) => way.service === service);
  if (ways.length === 0) return undefined;
  return isReceived(tracer, cluster, received) && ways.some(({ comesBack }) => comesBack);
}

/** A path of a packet for a Service to an endpoint. */
interface Way {
  readonly service: string;
  readonly isLocal: boolean;
  readonly comesBack: boolean;
}

function findWays(tracer: Tracer, cluster: TestCluster, received: ReceivedPacket): Way[] {
  const { pod, source, protocol, port } = received;
  const family = familyOf(source);
  const own = podAddress(cluster, pod, family);
  return entriesOf(cluster, pod, family).flatMap(({ address, port: entryPort, isLocal, name, ...entry }) => {
    if (entry.protocol !== protocol) return [];
    const packet = packetOf(source, address, protocol, entryPort);
    const { paths } = tracer.tracePacket({ type: 'outside', node: pod.node }, packet);
    const there = paths.filter((path) => isTo(path, own, port));
    return there.map((path) => ({ service: name, isLocal, comesBack: !path.arrived }));
  });
}

/** Where clients send to at the node of a pod. */
function entriesOf(cluster: TestCluster, pod: TestPod, family: 'IPv4' | 'IPv6') {
  const node = cluster.nodes.find(({ name }) => name === pod.node);
  const written = cluster.resources.filter((one): one is WrittenService => 'kind' in one && one.kind === 'Service');
  return written.flatMap(({ metadata: { name }, spec, status }) =>
    spec.ports.flatMap(({ protocol, port, nodePort }) => {
      const common = { name, protocol, isLocal: spec.externalTrafficPolicy === 'Local' };
      const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip }) => ({ ...common, address: ip, port }));
      const ofFamily = ingress.filter(({ address }) => address.includes(':') === (family === 'IPv6'));
      return node && nodePort !== undefined
        ? [...ofFamily, { ...common, address: nodeAddress(node, family), port: nodePort }]
        : ofFamily;
    }),
  );
}

function isTo({ stages }: Path, address: string, port: number): boolean {
  const after = stages.findLast(({ stage }) => stage !== 'reply')?.after;
  return after?.destination === address && after.destinationPort === port;
}
