import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import { type Family, type TestCluster, nodeAddress, podAddress, podNetworkAddress } from '../ovn/cluster.js';
import type { Random } from '../rig/random.js';
import { OUTSIDE, PORTS, pick } from './random-cluster.js';

/** A packet, and where it comes from. */
export interface SentPacket {
  readonly origin: PacketOrigin;
  readonly packet: TracedPacket;
}

/** A random packet of a pod, of a node, or from outside. */
export function randomPacket(random: Random, cluster: TestCluster): SentPacket {
  const family = pick(random, cluster.families);
  const protocol = pick(random, ['TCP', 'TCP', 'UDP', 'SCTP', 'ICMP'] as const);
  const port = random(4) === 0 ? 30_000 + random(2) : pick(random, PORTS);
  const sender = random(10);
  if (sender === 0) {
    const node = pick(random, cluster.nodes);
    const pod = pick(random, cluster.pods);
    const packet = packetOf(podNetworkAddress(node, 2, family), podAddress(cluster, pod, family), protocol, port);
    return { origin: { type: 'node', name: node.name }, packet };
  }
  if (sender === 1) {
    const node = pick(random, cluster.nodes);
    const to = nodeAddress(pick(random, [node, node, pick(random, cluster.nodes)]), family);
    const source = family === 'IPv4' ? '198.51.100.9' : '2001:db8:b::9';
    return { origin: { type: 'outside', node: node.name }, packet: packetOf(source, to, 'TCP', 30_000 + random(2)) };
  }
  const pod = pick(random, cluster.pods);
  const { namespace, name } = pod;
  const source = podAddress(cluster, pod, family);
  const to = destination(random, cluster, family);
  // What a pod sends to itself never comes to its port.
  const packet = packetOf(
    source,
    to === source ? nodeAddress(pick(random, cluster.nodes), family) : to,
    protocol,
    port,
  );
  return { origin: { type: 'pod', namespace, name }, packet };
}

function destination(random: Random, cluster: TestCluster, family: Family): string {
  const node = pick(random, cluster.nodes);
  const choice = random(10);
  if (choice < 4) return pick(random, OUTSIDE[family]);
  if (choice < 7) return podAddress(cluster, pick(random, cluster.pods), family);
  if (choice < 8) return `${family === 'IPv4' ? '172.16.1.1' : 'fd02::1'}${random(2)}`;
  if (choice < 9) return nodeAddress(node, family);
  return podNetworkAddress(node, pick(random, [1, 2, 99]), family);
}
