import type { PortMatch } from '../../model/intent/filter.js';
import { firstOf } from '../../net/ipv4.js';
import { containsIPv4, sizeOfIPv4 } from '../../net/prefix.js';
import type { Filter, NetworkSettings } from './filter-rules.js';
import { matchesPort } from './packet.js';

/** Maximum number of filters. The time is quadratic in their number, so that a sweep is faster for more. */
const MAX_FILTERS = 64;

/** Filters for one IPv4 network each, which end before `ends`. */
interface NetworkFilters {
  readonly filters: readonly Filter[];
  readonly firsts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Returns true if a sample packet proves that each filter is needed: it decides about the packet, and changes its
 * verdict. Tries one or two packets of each, and only filters for single IPv4 networks. If false, `findRuleUse` must
 * decide. That considers all packets, which is much slower, and most filters are needed.
 */
export function areSeenNeeded(
  filters: readonly Filter[],
  { ipFamilies }: Pick<NetworkSettings, 'ipFamilies'>,
): boolean {
  if (filters.length > MAX_FILTERS || !ipFamilies.includes('IPv4')) return false;
  const all = readNetworks(filters);
  if (!all) return false;
  for (let index = 0; index < filters.length; index++) {
    if (isNeededAt(all.firsts[index] ?? 0, index, all)) continue;
    if (!isNeededAt((all.ends[index] ?? 0) - 1, index, all)) return false;
  }
  return true;
}

function readNetworks(filters: readonly Filter[]): NetworkFilters | undefined {
  const firsts: number[] = [];
  const ends: number[] = [];
  for (const { destinations } of filters) {
    const destination = destinations[0];
    if (destinations.length !== 1 || destination?.type !== 'prefix') return undefined;
    const { prefix } = destination;
    if (prefix.family !== 'IPv4') return undefined;
    const first = firstOf(prefix);
    firsts.push(first);
    ends.push(first + sizeOfIPv4(prefix.length));
  }
  return { filters, firsts, ends };
}

/**
 * Returns true if a filter is needed for a packet to an address. Without ports, it may be an exception from a later one
 * with ports.
 */
function isNeededAt(address: number, index: number, all: NetworkFilters): boolean {
  const { filters } = all;
  const own = filters[index];
  if (!own || isCutOut(own, address)) return false;
  const { verdict, ports } = own;
  if (isNeededOn(ports[0], address, index, all)) return true;
  if (ports.length > 0) return false;
  for (let other = index + 1; other < filters.length; other++) {
    if (!holds(other, address, all) || filters[other]?.verdict === verdict) continue;
    const port = filters[other]?.ports[0];
    if (port && isNeededOn(port, address, index, all)) return true;
  }
  return false;
}

/**
 * Returns true if a filter is needed for a packet on a port, or of a protocol without ports if `port` is undefined. The
 * filter must match the packet.
 */
function isNeededOn(port: PortMatch | undefined, address: number, index: number, all: NetworkFilters): boolean {
  if (findMatching(0, index, address, port, all) !== undefined) return false;
  const { filters } = all;
  const next = findMatching(index + 1, filters.length, address, port, all);
  return filters[index]?.verdict !== (next?.verdict ?? 'allow');
}

/** Returns the first filter that matches a packet, from `start` up to, and without, `stop`. */
function findMatching(
  start: number,
  stop: number,
  address: number,
  port: PortMatch | undefined,
  all: NetworkFilters,
): Filter | undefined {
  for (let index = start; index < stop; index++) {
    if (!holds(index, address, all)) continue;
    const filter = all.filters[index];
    if (filter && isOn(port, filter) && !isCutOut(filter, address)) return filter;
  }
  return undefined;
}

/** Returns true if an address is in the network of a filter, without its excluded networks. */
function holds(index: number, address: number, { firsts, ends }: NetworkFilters): boolean {
  return address >= (firsts[index] ?? 0) && address < (ends[index] ?? 0);
}

function isOn(port: PortMatch | undefined, { ports }: Filter): boolean {
  return ports.length === 0 || (port !== undefined && matchesPort(ports, port));
}

function isCutOut({ destinations }: Filter, address: number): boolean {
  const destination = destinations[0];
  if (destination?.type !== 'prefix') return false;
  for (const cut of destination.except) if (cut.family === 'IPv4' && containsIPv4(cut, address)) return true;
  return false;
}
