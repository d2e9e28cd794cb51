import type { Pod } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import { readNetwork } from '../net/prefix.js';
import { packetOf } from '../trace/packet.js';
import { type Path, arrivalOf } from '../trace/path.js';
import { rangeOfPrefix } from '../traffic/filters/address-range.js';
import { NO_RULE, type Region, type SweepRule, classify } from '../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import type { PodClass } from '../traffic/policies/model.js';
import { type CheckedPacket, packetBeyond } from './packet.js';
import type { ExpectationContext } from './world.js';

/** Packets of a pod that pass all filters and reach a host. */
export interface HostPackets {
  readonly pod: Pod;
  readonly podClass: PodClass;
  readonly family: Family;
  readonly regions: () => readonly Region<string>[];
}

/** A packet with an unclaimed or unknown next hop. */
export interface OtherHop {
  readonly packet: CheckedPacket;
  /** If unset, the next hop is unknown. */
  readonly nextHop?: string;
}

/**
 * Finds a packet that a host forwards to a next hop outside `claimed`, by the rules and routes that Weir writes there.
 * Destinations within the same route networks are treated alike, so one packet for each combination is traced.
 *
 * A packet with an unknown next hop is returned only if there is no other. Returns undefined if every packet has a
 * claimed next hop, or none because its destination is on-link.
 */
export function findOtherHop(
  packets: HostPackets,
  claimed: readonly string[],
  world: ExpectationContext,
): OtherHop | undefined {
  let unknown: OtherHop | undefined;
  for (const packet of listSorts(packets, world)) {
    for (const path of tracePacket(packet, packets.pod, world)) {
      const nextHop = nextHopOf(path);
      if (nextHop === 'unknown') unknown ??= { packet };
      else if (nextHop !== undefined && !claimed.includes(nextHop)) return { packet, nextHop };
    }
  }
  return unknown;
}

function listSorts({ pod, podClass, family, regions }: HostPackets, { tracer }: ExpectationContext): CheckedPacket[] {
  const destinations = new Set(tracer().hosts.flatMap(({ routes }) => routes.map(({ destination }) => destination)));
  const networks = [...destinations].flatMap((text): SweepRule<undefined>[][] => {
    const network = readNetwork(text);
    const addresses = network?.family === family ? [rangeOfPrefix(network)] : [];
    return addresses.length > 0 ? [[{ addresses, transport: ALL_TRANSPORT, value: undefined }]] : [];
  });
  const passing = regions().map((region) => ({ ...region, value: undefined }));
  const sorts = classify([passing, ...networks], family, ([region = NO_RULE, ...around]) =>
    region === NO_RULE ? undefined : around.join(),
  );
  return sorts.flatMap((sort) => packetBeyond({ pod, podClass }, 'to', sort) ?? []);
}

function tracePacket(
  { to, family, protocol, port }: CheckedPacket,
  pod: Pod,
  world: ExpectationContext,
): readonly Path[] {
  const source = pod.addresses.find((address) => address.family === family)?.text;
  if (source === undefined || !('address' in to)) return [];
  const { namespace, name } = pod;
  const packet = packetOf(source, to.address.text, protocol === 'other' ? 'ICMP' : protocol, port);
  return world.tracer().tracePacket({ type: 'pod', namespace, name }, packet).paths;
}

/**
 * Returns the next hop of a path. Returns undefined if the packet does not leave the cluster, or stays on a link of its
 * node.
 */
function nextHopOf(path: Path): string | undefined {
  if (path.verdict === 'unknown') return 'unknown';
  const end = arrivalOf(path);
  if (end?.type !== 'outside') return undefined;
  if (end.unknown?.includes('next hop')) return 'unknown';
  return end.nextHop === end.packet.destination ? undefined : end.nextHop;
}
