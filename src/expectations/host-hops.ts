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

/** Packets of a pod that pass all filters and come to a host. */
export interface HostPackets {
  readonly pod: Pod;
  readonly podClass: PodClass;
  readonly family: Family;
  readonly regions: () => readonly Region<string>[];
}

/** A packet whose next hop is none of those that are claimed, or that nothing here tells. */
export interface OtherHop {
  readonly packet: CheckedPacket;
  /** Unset if nothing tells it. */
  readonly nextHop?: string;
}

/**
 * Finds a packet that a host gives to a next hop beside `claimed`, by the rules and routes that Weir writes there. They treat all
 * destinations alike that lie in the same networks of routes: one packet of each sort is followed. One whose next hop nothing
 * tells is found where there is no other. Undefined: all have a next hop that is claimed, or none, on their own link.
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

/** Undefined for what does not leave, or stays on a link of its node. */
function nextHopOf(path: Path): string | undefined {
  if (path.verdict === 'unknown') return 'unknown';
  const end = arrivalOf(path);
  if (end?.type !== 'outside') return undefined;
  if (end.unknown?.includes('next hop')) return 'unknown';
  return end.nextHop === end.packet.destination ? undefined : end.nextHop;
}
