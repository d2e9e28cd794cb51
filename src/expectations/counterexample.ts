import { titleOf } from '../model/kubernetes-object.js';
import { type CanonicalAddress, formatAddress } from '../net/address.js';
import { packetOf } from '../trace/packet.js';
import type { PacketOrigin } from '../trace/origin.js';
import { type Path, arrivalOf } from '../trace/path.js';
import { describeEnd, describeStages } from '../trace/words.js';
import { findLost } from './decide.js';
import type { CheckedPacket, PacketEnd } from './packet.js';
import type { ExpectationFailure } from './verdict.js';
import type { ExpectationContext } from './world.js';

/**
 * Returns the path of the packet of a failure, as in `weir trace`, with one stage per line. Returns none if the rows do
 * not determine it. This is so for unknown DNS answers, and for pods on nodes without the annotations of
 * OVN-Kubernetes.
 */
export function describePath(breach: ExpectationFailure, world: ExpectationContext): string[] {
  const path = 'packet' in breach ? findPath(breach, world) : undefined;
  return path ? linesOf(path) : [];
}

/** Formats a path: its end, followed by one stage per line. */
export function linesOf(path: Path): string[] {
  const nameDecider: Parameters<typeof describeStages>[1] = ({ decidedBy }) =>
    decidedBy ? titleOf(decidedBy.kind, decidedBy) : '';
  return [describeEnd(path), ...describeStages(path.stages, nameDecider)];
}

/** Returns the possible path of the packet that shows the failure. Returns undefined if the rows are incomplete. */
export function findPath(
  breach: Extract<ExpectationFailure, { readonly packet: CheckedPacket }>,
  world: ExpectationContext,
): Path | undefined {
  const { packet } = breach;
  const origin = originOf(packet);
  const [source, destination] = [packet.from, packet.to].map((end) => addressOf(end, packet));
  if (packet.name !== undefined || !origin || source === undefined || destination === undefined) return undefined;
  const protocol = packet.protocol === 'other' ? 'ICMP' : packet.protocol;
  const { address, port } = findEntry(packet, world) ?? { address: destination, port: packet.port };
  const { paths } = world.tracer().tracePacket(origin, packetOf(source, address, protocol, port));
  return paths.find((path) => shows(path, breach));
}

/**
 * Returns the destination of clients of a Service whose replies are lost: an address of the Service and its port, or a
 * node port.
 */
function findEntry(
  packet: CheckedPacket,
  { model, cluster }: ExpectationContext,
): { readonly address: string; readonly port: number } | undefined {
  const { to, family, protocol, port } = packet;
  const { service } = findLost(packet, model) ?? {};
  if (!service || !('pod' in to)) return undefined;
  const own = service.ports.find(
    (one) => one.protocol === protocol && one.targets.some((target) => target.port === port),
  );
  const isOfFamily = (address: CanonicalAddress | undefined): boolean => address?.family === family;
  const address = [...service.ingress, ...service.externalIPs].find(isOfFamily);
  if (!own || address) return own && address && { address: address.text, port: own.port };
  const ofNode = cluster.nodeByName.get(to.pod.nodeName)?.gateway?.ipAddresses ?? [];
  const [first] = ofNode.filter(({ address: { family: one } }) => one === family);
  return first && { address: formatAddress(first.address), port: own.nodePort };
}

function originOf({ from, to }: CheckedPacket): PacketOrigin | undefined {
  if ('pod' in from) return { type: 'pod', namespace: from.pod.namespace, name: from.pod.name };
  // The entry node is unknown, so it is assumed to be that of the pod.
  return 'pod' in to ? { type: 'outside', node: to.pod.nodeName } : undefined;
}

function addressOf(end: PacketEnd, { family }: CheckedPacket): string | undefined {
  if ('address' in end) return end.address.text;
  return end.pod.addresses.find((address) => address.family === family)?.text;
}

function shows(path: Path, breach: Extract<ExpectationFailure, { readonly packet: CheckedPacket }>): boolean {
  const { stages, arrived } = path;
  const end = arrivalOf(path);
  if (breach.packet.missing || (breach.type === 'exit' && breach.missing)) return path.verdict === 'unknown';
  switch (breach.type) {
    case 'filtered':
      if (breach.claim.type !== 'reachable') return end !== undefined;
      return stages.at(-1)?.stage === 'filter' || arrived !== undefined;
    case 'marked':
      return end?.packet.dscp === (breach.dscp ?? 0);
    case 'exit': {
      if (!end || breach.isUnknown) return end !== undefined;
      const shown = { source: end.packet.source, node: end.node, 'next-hop': end.nextHop };
      return shown[breach.claim.type as keyof typeof shown] === breach.value;
    }
  }
}
