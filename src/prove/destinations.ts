import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { type Family, formatAddress } from '../net/address.js';
import { BAD_SOURCES } from '../net/bad-sources.js';
import { listOf, readColumnText } from '../northbound/row-columns.js';
import { parseMatch } from '../northbound/match/expression.js';
import type { Zone } from '../trace/zone.js';
import {
  type AddressRange,
  complement,
  intersectAscending,
  mergeRanges,
  rangeOfAddress,
  rangeOfPrefix,
  sampleAddress,
} from '../traffic/filters/address-range.js';
import { type SweepRule, sweep } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { rangesBeyond, rangesOfNode } from '../traffic/outside.js';
import { rangesInMatch, rangesOf } from './source-classes.js';
import { rangeOfMulticast } from './synthetic.js';

/**
 * Returns an address of each class of destinations outside of the cluster, from its largest range: those that the same policies and routes of
 * routers contain. Excludes the networks of nodes and the addresses of Services.
 */
export function sampleDestinations(
  zones: readonly Zone[],
  world: { readonly cluster: Cluster; readonly configuration: Configuration },
  family: Family,
): readonly string[] {
  const boundaries = zones.flatMap((zone) => destinationsInRows(zone, family)).filter((one) => one.family === family);
  const rules = boundaries.map((range) => toRule([range]));
  const largest = new Map<string, AddressRange>();
  sweep([rules, [toRule(outsideOf(world, family))]], family, (first, end, [rows = [], here = []]) => {
    if (here.length === 0) return;
    const [key, range] = [rows.join(), { family, first, end }];
    const known = largest.get(key);
    if (!known || sizeOf(range) > sizeOf(known)) largest.set(key, range);
  });
  return Array.from(largest.values(), (range) => formatAddress(sampleAddress(range)));
}

/** An address among others in ascending order. */
interface Placed {
  readonly range: AddressRange;
}

/**
 * Returns an item of each class: those that the same policies, routes and ports of the routers of a zone contain, and the
 * same of some further ranges. The items are in ascending order.
 */
export function sampleAmong<Item extends Placed>(
  items: readonly Item[],
  ranges: readonly AddressRange[],
  zone: Zone,
  family: Family,
): readonly Item[] {
  const ofPorts = zone.rows('Logical_Router_Port').flatMap(({ columns }) => listOf(columns, 'networks'));
  const boundaries = [...destinationsInRows(zone, family), ...ofPorts.flatMap(rangesOf), ...ranges];
  const rules = boundaries.filter((one) => one.family === family).map((range) => toRule([range]));
  const found = new Map<string, Item>();
  let index = 0;
  sweep([rules], family, (_first, end, [rows = []]) => {
    const item = items[index];
    if (item === undefined || item.range.first >= end) return;
    const key = rows.join();
    if (!found.has(key)) found.set(key, item);
    while ((items[index]?.range.first ?? end) < end) index++;
  });
  return [...found.values()];
}

function sizeOf({ first, end }: AddressRange): bigint {
  return BigInt(end) - BigInt(first);
}

function toRule(addresses: readonly AddressRange[]): SweepRule<undefined> {
  return { addresses, transport: ALL_TRANSPORT, value: undefined };
}

function outsideOf(
  { cluster, configuration }: { readonly cluster: Cluster; readonly configuration: Configuration },
  family: Family,
): readonly AddressRange[] {
  const networks = cluster.nodes.flatMap(({ primaryAddresses, gateway, interfaces, hostCIDRs = [] }) => [
    ...primaryAddresses,
    ...hostCIDRs,
    ...(gateway?.ipAddresses ?? []),
    ...(gateway?.external?.ipAddresses ?? []),
    ...interfaces.flatMap(({ addresses }) => addresses),
  ]);
  const services = [...cluster.services.values()].flatMap(({ clusterIPs, externalIPs, ingress }) =>
    [...clusterIPs, ...externalIPs, ...ingress].flatMap((address) => (address ? [rangeOfAddress(address)] : [])),
  );
  const excluded = [
    ...networks.map(({ prefix }) => rangeOfPrefix(prefix)),
    ...cluster.nodes.flatMap(rangesOfNode),
    ...services,
    ...BAD_SOURCES.map(rangeOfPrefix),
    ...rangesOf('::/8'),
    rangeOfMulticast(family),
  ].filter((range) => range.family === family);
  return intersectAscending(rangesBeyond(configuration, family), complement(family, mergeRanges(excluded)));
}

function destinationsInRows(zone: Zone, family: Family): AddressRange[] {
  const field = family === 'IPv4' ? 'ip4.dst' : 'ip6.dst';
  return [
    ...zone.rows('Logical_Router_Policy').flatMap(({ columns }) => {
      const match = parseMatch(readColumnText(columns, 'match'));
      return match ? rangesInMatch(match, field, zone, family) : [];
    }),
    ...zone
      .rows('Logical_Router_Static_Route')
      .flatMap(({ columns }) => (columns.policy === 'src-ip' ? [] : rangesOf(readColumnText(columns, 'ip_prefix')))),
  ];
}
