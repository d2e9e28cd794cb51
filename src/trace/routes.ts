import type { Columns, Row } from '../model/northbound.js';
import { type Prefix, parseAddress, widthOf } from '../net/address.js';
import { contains, prefixOf, readNetwork } from '../net/prefix.js';
import { readEntry, listOf, readColumnText } from '../northbound/row-columns.js';
import type { RouterPort, Zone } from './zone.js';

/** An egress path of a router. */
export interface Hop {
  readonly nextHop: string;
  readonly port: RouterPort;
}

/** A candidate route of a packet. Several routes of a group share the traffic. */
export interface RouterRoute extends Hop {
  /** If unset, the route is that of a connected network. */
  readonly row?: Row;
  readonly prefix: Prefix;
  /** If true, the route exists only while a BFD session is up. */
  readonly isMonitored: boolean;
}

/** Routes of a router, by the type and length of their prefixes. */
export interface RouteTable {
  /** Returns the best group for a packet from an input port, or an empty list without a route. */
  readonly find: (source: string, destination: string, inport: RouterPort) => readonly RouterRoute[];
  /**
   * Returns the route by source that keeps replies with the hop of their connection, among those with the port of entry
   * (ovn-nb(5), `ecmp_symmetric_reply`). Returns undefined if there is none.
   */
  readonly findSymmetric: (source: string, port: string) => RouterRoute | undefined;
}

type Sort = 'connected' | 'static' | 'source';

/**
 * Sorts of routes by precedence among prefixes of equal length: port networks, static routes, routes by source
 * (ovn-northd).
 */
const SORTS: readonly Sort[] = ['connected', 'static', 'source'];

/** Reads the routes of a router. Skips routes without an output port, as OVN does. */
export function readRoutes(zone: Zone, router: string): RouteTable {
  const ports = zone.portsOfRouter(router);
  const groups = new Map<string, RouterRoute[]>();
  const lengths = new Set<number>();
  const add = (sort: Sort, table: string, route: RouterRoute): void => {
    const key = keyOf(sort, table, route.prefix);
    groups.set(key, [...(groups.get(key) ?? []), route]);
    lengths.add(route.prefix.length);
  };
  for (const port of ports) {
    for (const { prefix } of port.networks) {
      add('connected', '', { prefix, nextHop: '', port, isMonitored: false });
    }
  }
  for (const key of listOf(zone.row('Logical_Router', router)?.columns ?? {}, 'static_routes')) {
    const row = zone.row('Logical_Router_Static_Route', key);
    const route = row && readRoute(row, ports);
    if (!route) continue;
    const sort = readColumnText(route.row.columns, 'policy') === 'src-ip' ? 'source' : 'static';
    add(sort, readColumnText(route.row.columns, 'route_table'), route);
  }
  const ordered = [...lengths].sort((a, b) => b - a);
  const tableOf = (port: RouterPort): string =>
    readEntry(zone.row('Logical_Router_Port', port.name)?.columns ?? {}, 'options', 'route_table') ?? '';
  return {
    findSymmetric: (source, port) => {
      const from = parseAddress(source);
      const key = from && keyOf('source', '', prefixOf(from, widthOf(from.family)));
      return (key === undefined ? [] : (groups.get(key) ?? [])).find(
        (route) => route.port.name === port && isSymmetric(route),
      );
    },
    find: (source, destination, inport) => {
      const [from, to] = [parseAddress(source), parseAddress(destination)];
      if (!from || !to) return [];
      const table = tableOf(inport);
      for (const length of ordered) {
        for (const sort of SORTS) {
          const address = sort === 'source' ? from : to;
          if (length > widthOf(address.family)) continue;
          const own = sort === 'connected' ? '' : table;
          const found = groups.get(keyOf(sort, own, prefixOf(address, length)));
          if (found) return found.map((route) => (route.nextHop === '' ? { ...route, nextHop: destination } : route));
        }
      }
      return [];
    },
  };
}

function isSymmetric({ row }: RouterRoute): boolean {
  return row !== undefined && readEntry(row.columns, 'options', 'ecmp_symmetric_reply') === 'true';
}

function keyOf(sort: Sort, table: string, { family, base, length }: Prefix): string {
  return `${sort} ${table} ${family} ${length} ${base}`;
}

function readRoute(row: Row, ports: readonly RouterPort[]): (RouterRoute & { readonly row: Row }) | undefined {
  const { columns } = row;
  const prefix = readNetwork(readColumnText(columns, 'ip_prefix'));
  const nextHop = readColumnText(columns, 'nexthop');
  const output = readColumnText(columns, 'output_port');
  const port = output === '' ? portTowards(nextHop, ports) : ports.find(({ name }) => name === output);
  if (!prefix || !port) return undefined;
  return { row, prefix, nextHop, port, isMonitored: readColumnText(columns, 'bfd') !== '' };
}

/**
 * Returns the next hops of a policy with the action `reroute`. Returns an empty list if it has none, or one that no port
 * reaches: ovn-northd then makes no flow for the policy. `portTo`: the port that reaches a next hop.
 */
export function hopsOfPolicy(columns: Columns, portTo: (nextHop: string) => RouterPort | undefined): readonly Hop[] {
  const listed = listOf(columns, 'nexthops');
  const nextHops = listed.length > 0 ? listed : listOf(columns, 'nexthop');
  const hops = nextHops.flatMap((nextHop): Hop[] => {
    const port = portTo(nextHop);
    return port ? [{ nextHop, port }] : [];
  });
  return hops.length < nextHops.length ? [] : hops;
}

/** Returns the port whose network contains a next hop. */
export function portTowards(nextHop: string, ports: readonly RouterPort[]): RouterPort | undefined {
  const address = parseAddress(nextHop);
  return address && ports.find(({ networks }) => networks.some(({ prefix }) => contains(prefix, address)));
}
