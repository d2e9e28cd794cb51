import type { Destination, PortMatch } from '../../model/intent/filter.js';
import { firstOf } from '../../net/ipv4.js';
import { holdsIPv4, sizeOfIPv4 } from '../../net/prefix.js';
import type { Filter, Network } from './filter-rules.js';
import { matchesPort } from './packet.js';

/** The time grows with the square of the number of filters: with more of them a sweep takes less. */
const MOST_FILTERS = 64;

/** A filter for one IPv4 network, which ends before `end`. */
interface NetworkFilter {
  readonly filter: Filter;
  readonly first: number;
  readonly end: number;
  readonly except: Extract<Destination, { type: 'prefix' }>['except'];
}

/**
 * Whether a packet for each filter shows that it is needed: it decides about the packet, and what it says of it is not what
 * would hold without it. One or two packets of each are tried, and only filters for single IPv4 networks: false may mean
 * that it takes `findRuleUse` to know. That goes through all packets, which takes many times as long, and most filters
 * are needed.
 */
export function areSeenNeeded(filters: readonly Filter[], { ipFamilies }: Pick<Network, 'ipFamilies'>): boolean {
  if (filters.length > MOST_FILTERS || !ipFamilies.includes('IPv4')) return false;
  const all: NetworkFilter[] = [];
  for (const filter of filters) {
    const one = networkFilterOf(filter);
    if (!one) return false;
    all.push(one);
  }
  for (let index = 0; index < all.length; index++) {
    const { first = 0, end = 0 } = all[index] ?? {};
    if (!isNeededAt(first, index, all) && !isNeededAt(end - 1, index, all)) return false;
  }
  return true;
}

function networkFilterOf(filter: Filter): NetworkFilter | undefined {
  const destination = filter.destinations[0];
  if (filter.destinations.length !== 1 || destination?.type !== 'prefix') return undefined;
  const { prefix, except } = destination;
  if (prefix.family !== 'IPv4') return undefined;
  const first = firstOf(prefix);
  return { filter, first, end: first + sizeOfIPv4(prefix.length), except };
}

/** Whether a filter is needed for a packet to an address. Without ports it may be an exception from a later one with ports. */
function isNeededAt(address: number, index: number, all: readonly NetworkFilter[]): boolean {
  const own = all[index];
  if (!own || isCutOut(own, address)) return false;
  const { verdict, ports } = own.filter;
  if (isNeededOn(ports[0], address, index, all)) return true;
  if (ports.length > 0) return false;
  for (let other = index + 1; other < all.length; other++) {
    const later = all[other];
    const port = later?.filter.ports[0];
    if (!later || !port || later.filter.verdict === verdict || !matches(later, address, port)) continue;
    if (isNeededOn(port, address, index, all)) return true;
  }
  return false;
}

/** The same for a packet on a port; undefined: of a protocol that has none. The filter matches the packet. */
function isNeededOn(
  port: PortMatch | undefined,
  address: number,
  index: number,
  all: readonly NetworkFilter[],
): boolean {
  for (let other = 0; other < index; other++) {
    const earlier = all[other];
    if (earlier && matches(earlier, address, port)) return false;
  }
  const verdict = all[index]?.filter.verdict;
  for (let other = index + 1; other < all.length; other++) {
    const later = all[other];
    if (later && matches(later, address, port)) return later.filter.verdict !== verdict;
  }
  return verdict !== 'allow';
}

function matches(one: NetworkFilter, address: number, port: PortMatch | undefined): boolean {
  if (address < one.first || address >= one.end) return false;
  const { ports } = one.filter;
  return (ports.length === 0 || (port !== undefined && matchesPort(ports, port))) && !isCutOut(one, address);
}

function isCutOut({ except }: NetworkFilter, address: number): boolean {
  for (const cut of except) if (cut.family === 'IPv4' && holdsIPv4(cut, address)) return true;
  return false;
}
