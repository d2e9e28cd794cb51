import { startDatabases } from '../rig/databases.js';
import type { OvnRelease } from '../rig/ovn.js';
import { type Tracer, startTracer } from '../rig/trace.js';
import type { Workspace } from '../rig/workspace.js';
import {
  type TestCluster,
  type TestNode,
  type TestPod,
  chassisIn,
  managementMac,
  nodeOf,
  podAddress,
  podMac,
  podNetworkAddress,
} from './cluster.js';
import { compileCluster } from './compile.js';
import { type Connection, familyOf } from './evaluate.js';

/** The first packet of a connection, as its pod sends it. */
export function microflowOf(cluster: TestCluster, { pod, destination, protocol, port }: Connection): string {
  const family = familyOf(destination);
  const ip = family === 'IPv4' ? 'ip4' : 'ip6';
  const neighbour = cluster.pods.find(
    (other) => other.node === pod.node && podAddress(cluster, other, family) === destination,
  );
  return [
    `inport == "${pod.namespace}_${pod.name}"`,
    `eth.src == ${podMac(cluster, pod)}`,
    `eth.dst == ${neighbour ? podMac(cluster, neighbour) : routerMac(nodeOf(cluster, pod))}`,
    `${ip}.src == ${podAddress(cluster, pod, family)}`,
    `${ip}.dst == ${destination}`,
    'ip.ttl == 64',
    transportOf({ protocol, port }, family),
  ].join(' && ');
}

type Transport = Pick<Connection, 'protocol' | 'port'>;

/**
 * The first packet of a connection with a pod from outside, as the gateway of a node hands it on: its datapath and itself.
 * What the gateway's own ARP finds is not in a database that no ovn-controller serves.
 */
export function microflowFromOutside(
  cluster: TestCluster,
  node: TestNode,
  source: string,
  to: TestPod,
  transport: Transport,
): readonly [datapath: string, microflow: string] {
  const ends = [`ip4.src == ${source}`, `ip4.dst == ${podAddress(cluster, to, 'IPv4')}`, 'ip.ttl == 64'];
  const macs = [`eth.src == ${joinMac(node.id)}`, `eth.dst == ${joinMac(1)}`];
  const inport = `inport == "jtor-GR_${node.name}"`;
  return ['join', [inport, ...macs, ...ends, transportOf(transport, 'IPv4')].join(' && ')];
}

/**
 * The same packet as it arrives at the zone of another node, whose pod it is for: the datapath between the zones and
 * itself.
 */
export function microflowFromZone(
  cluster: TestCluster,
  from: TestPod,
  to: TestPod,
  transport: Transport,
): readonly [datapath: string, microflow: string] {
  const [own, other] = [nodeOf(cluster, from), nodeOf(cluster, to)];
  const ends = [`ip4.src == ${podAddress(cluster, from, 'IPv4')}`, `ip4.dst == ${podAddress(cluster, to, 'IPv4')}`];
  const macs = [`eth.src == ${transitMac(own)}`, `eth.dst == ${transitMac(other)}`];
  const parts = [`inport == "tstor-${own.name}"`, ...macs, ...ends, 'ip.ttl == 63', transportOf(transport, 'IPv4')];
  return ['transit_switch', parts.join(' && ')];
}

/** The MAC of the cluster router of a node's zone on the switch between the zones. */
function transitMac({ id }: TestNode): string {
  return `0a:58:64:58:00:${id.toString(16).padStart(2, '0')}`;
}

/** The MAC of a router in the join network: of the gateway of a node, or of the cluster's own, which is number 1. */
function joinMac(id: number): string {
  return `0a:58:64:40:00:${id.toString(16).padStart(2, '0')}`;
}

/** The first packet of a connection that a node itself opens with a pod: its datapath and itself. */
export function microflowFromNode(
  cluster: TestCluster,
  node: TestNode,
  to: TestPod,
  transport: Transport,
): readonly [datapath: string, microflow: string] {
  const source = podNetworkAddress(node, 2, 'IPv4');
  const ends = [`ip4.src == ${source}`, `ip4.dst == ${podAddress(cluster, to, 'IPv4')}`, 'ip.ttl == 64'];
  const destination = to.node === node.name ? podMac(cluster, to) : routerMac(node);
  const macs = [`eth.src == ${managementMac(node)}`, `eth.dst == ${destination}`];
  const inport = `inport == "k8s-${node.name}"`;
  return [node.name, [inport, ...macs, ...ends, transportOf(transport, 'IPv4')].join(' && ')];
}

function transportOf({ protocol, port }: Transport, family: 'IPv4' | 'IPv6'): string {
  const texts = {
    ICMP: family === 'IPv4' ? 'icmp4.type == 8' : 'icmp6.type == 128',
    TCP: `tcp.src == 40000 && tcp.dst == ${port} && tcp.flags == 2`,
    UDP: `udp.src == 40000 && udp.dst == ${port}`,
    SCTP: `sctp.src == 40000 && sctp.dst == ${port}`,
  };
  return texts[protocol];
}

/** The MAC of the router of a node's pods: OVN-Kubernetes derives it from the router's IPv4 address. */
function routerMac(node: TestNode): string {
  const octets = podNetworkAddress(node, 1, 'IPv4').split('.');
  return ['0a', '58', ...octets.map((octet) => Number(octet).toString(16).padStart(2, '0'))].join(':');
}

/** Loads the zone of oak and starts an ovn-trace on it. */
export async function startOak(workspace: Workspace, release: OvnRelease, cluster: TestCluster): Promise<Tracer> {
  const zone = cluster.interconnect ? 'oak' : 'global';
  const { transaction = '' } = compileCluster(cluster, release.schemaVersion).get(zone) ?? {};
  const databases = await startDatabases(workspace, release, zone, transaction, chassisIn(cluster, zone));
  databases.startNorthd();
  await databases.waitForNorthd();
  return startTracer(workspace, release, databases);
}
