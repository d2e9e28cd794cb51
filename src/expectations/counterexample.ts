import { titleOf } from '../model/kubernetes-object.js';
import { packetOf } from '../trace/packet.js';
import type { Origin } from '../trace/origin.js';
import type { Path } from '../trace/path.js';
import { describeEnd, describeStages } from '../trace/words.js';
import type { Packet, PacketEnd } from './packet.js';
import type { Breach } from './verdict.js';
import type { World } from './world.js';

/**
 * The path of the packet that breaks an expectation, as `weir trace` finds it, a stage a line. None where no rows tell it: of
 * answers that nobody knows, or of pods whose nodes lack the annotations of OVN-Kubernetes.
 */
export function describePath(breach: Breach, world: World): string[] {
  const path = 'packet' in breach ? findPath(breach, world) : undefined;
  return path ? linesOf(path) : [];
}

/** A path in words: how it ends, and then a stage a line. */
export function linesOf(path: Path): string[] {
  const nameDecider: Parameters<typeof describeStages>[1] = ({ decidedBy }) =>
    decidedBy ? titleOf(decidedBy.kind, decidedBy) : '';
  return [describeEnd(path), ...describeStages(path.stages, nameDecider)];
}

/** Of the paths that the packet may take, the one that shows the breach; none where the rows lack something. */
export function findPath(breach: Extract<Breach, { readonly packet: Packet }>, world: World): Path | undefined {
  const { packet } = breach;
  const origin = originOf(packet);
  const [source, destination] = [packet.from, packet.to].map((end) => addressOf(end, packet));
  if (packet.name !== undefined || !origin || source === undefined || destination === undefined) return undefined;
  const protocol = packet.protocol === 'other' ? 'ICMP' : packet.protocol;
  const { paths } = world.tracer().tracePacket(origin, packetOf(source, destination, protocol, packet.port));
  return paths.find((path) => shows(path, breach));
}

function originOf({ from, to }: Packet): Origin | undefined {
  if ('pod' in from) return { type: 'pod', namespace: from.pod.namespace, name: from.pod.name };
  // Nobody tells at which node it comes in: at that of the pod.
  return 'pod' in to ? { type: 'outside', node: to.pod.nodeName } : undefined;
}

function addressOf(end: PacketEnd, { family }: Packet): string | undefined {
  if ('address' in end) return end.address.text;
  return end.pod.addresses.find((address) => address.family === family)?.text;
}

function shows({ verdict, stages, end }: Path, breach: Extract<Breach, { readonly packet: Packet }>): boolean {
  switch (breach.type) {
    case 'filtered':
      return breach.claim.type === 'reachable' ? stages.at(-1)?.stage === 'filter' : verdict === 'delivered';
    case 'marked':
      return verdict === 'delivered' && end.packet.dscp === (breach.dscp ?? 0);
    case 'exit': {
      if (verdict !== 'delivered' || breach.isUnknown) return verdict === 'delivered';
      const shown = { source: end.packet.source, node: end.node, 'next-hop': end.nextHop };
      return shown[breach.claim.type as keyof typeof shown] === breach.value;
    }
  }
}
