import type { Branch } from './branch.js';
import type { BackendTarget, VirtualAddress } from './balancers.js';
import { readEntry } from '../northbound/row-columns.js';
import { decidedBy } from './decider.js';
import type { DatapathTable } from './network.js';
import { type Family, formatSocket } from '../net/address.js';
import { type TracedPacket, isIPv6 } from './packet.js';
import type { TraceWalk } from './walk.js';
import { type PathProgress, choose, pass, stop } from './path.js';
import type { Zone } from './zone.js';

/** The effect of a load balancer on a packet. */
export interface Balanced {
  readonly branch: Branch;
  /** If unset, no load balancer applies to the packet. */
  readonly virtual?: VirtualAddress;
}

/** Maximum number of targets to follow. Further targets behave the same. */
const MAX_TARGETS = 64;

/** With session affinity, OVN 23.03 to 25.03 learns the endpoint of a client from a packet that it drops. */
const FIRST_DROPPED = '; OVN drops the first connection of a client that has no endpoint yet';

/** Sends a packet for a virtual address to its targets. Each possible target is a branch. */
export function balance(
  { network }: TraceWalk,
  zone: Zone,
  table: DatapathTable,
  datapath: string,
  progress: PathProgress,
): readonly Balanced[] {
  const { packet, chassis } = progress;
  const find = network.balancers(zone, table, datapath, chassis);
  const virtual = find(packet.protocol, packet.destination, packet.destinationPort);
  if (!virtual) return [{ branch: progress }];
  const stage = {
    stage: 'load-balancer',
    at: datapath,
    ...decidedBy(zone.name, 'Load_Balancer', virtual.row),
  } as const;
  const { targets } = virtual;
  if (targets.length === 0) {
    const text = virtual.rejects ? 'rejected, no endpoint' : 'dropped, no endpoint';
    const verdict = virtual.rejects ? 'rejected' : 'dropped';
    return [{ branch: stop(pass(progress, { ...stage, text }), verdict, datapath), virtual }];
  }
  const keepsClients = readEntry(virtual.row.columns, 'options', 'affinity_timeout') !== undefined;
  const noted = keepsClients ? FIRST_DROPPED : '';
  return targets.slice(0, MAX_TARGETS).map((target) => {
    const chosen = targets.length === 1 ? progress : choose(progress, 'random', `the endpoint is ${textOf(target)}`);
    const change = { destination: target.address, destinationPort: target.port };
    return { branch: pass(chosen, { ...stage, text: `to ${textOf(target)}${noted}` }, change), virtual };
  });
}

function textOf({ address, port }: BackendTarget): string {
  return formatSocket(address, port);
}

/** Returns the source address that a pod sees in packets that it sends to itself through a Service. */
export function hairpinSource(virtual: VirtualAddress, packet: TracedPacket): string {
  return hairpinSourceOf(virtual, isIPv6(packet) ? 'IPv6' : 'IPv4') ?? packet.source;
}

/** Returns that address in a family, or undefined if packets keep their source. */
export function hairpinSourceOf({ hairpinSources }: VirtualAddress, family: Family): string | undefined {
  return hairpinSources.find((address) => address !== '' && address.includes(':') === (family === 'IPv6'));
}
