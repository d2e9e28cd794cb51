import type { PortPlaces, Row, ZoneRows } from '../model/northbound.js';
import { externalRouterPortName } from '../ovn-kubernetes/row-names.js';
import { type VirtualAddresses, indexBalancers } from './balancers.js';
import { groupBy } from '../std/group-by.js';
import { listOf, readColumnText } from '../northbound/row-columns.js';
import { once, memoize } from '../std/memoize.js';
import { type RouterFilters, createFilterIndex } from './filter-index.js';
import { type RouteTable, hopsOfPolicy, portTowards, readRoutes } from './routes.js';
import { type ReadRow, type TraceRule, type RuleIndex, indexRules, readTraceRule } from './rules.js';
import { type Translations, readTranslations } from './translations.js';
import { type SwitchPort, type Zone, createZone } from './zone.js';
import { sameItems } from '../std/same-items.js';

/** Location in one of the zones. */
export interface ZonePort {
  readonly zone: Zone;
  readonly port: SwitchPort;
}

/** The rows of all zones, and their indexes, which are built once for all packets. */
export interface TracedNetwork {
  readonly zones: readonly Zone[];
  /** Returns a switch port in the zone in which it is not remote. */
  readonly findPort: (name: string) => ZonePort | undefined;
  /** Returns the port of the external switch of a node that connects to its gateway router. */
  readonly gatewayOf: (node: string) => ZonePort | undefined;
  /** Returns the nodes whose gateway router has an address. */
  readonly gatewaysWith: (address: string) => readonly string[];
  readonly filters: (zone: Zone, datapath: string) => RouterFilters;
  readonly marks: (zone: Zone, datapath: string) => Marks;
  /** Returns the policies of a router that affect packets. */
  readonly policies: (zone: Zone, router: string) => RuleIndex;
  readonly routes: (zone: Zone, router: string) => RouteTable;
  readonly translations: (zone: Zone, router: string) => Translations;
  readonly balancers: (zone: Zone, table: DatapathTable, datapath: string, chassis: string) => VirtualAddresses;
}

export type DatapathTable = 'Logical_Switch' | 'Logical_Router';

/** The QoS rules of a switch. */
export interface Marks {
  readonly entering: RuleIndex;
  readonly leaving: RuleIndex;
}

/**
 * Prepares the rows of all zones of a cluster. With `places`, only the rows of zones that packets enter are read, unless
 * a packet has no route.
 */
export function createNetwork(rows: readonly ZoneRows[], places?: PortPlaces): TracedNetwork {
  const zones = rows.map(createZone);
  const zoneByName = new Map(zones.map((zone) => [zone.name, zone]));
  /** Returns all zones, the likely one first. */
  const startingAt = (name: string | undefined): readonly Zone[] => {
    const first = name === undefined ? undefined : zoneByName.get(name);
    return first ? [first, ...zones] : zones;
  };
  const ofZone = memoize(prepareZone);
  const gatewayOf = (node: string): ZonePort | undefined => {
    for (const zone of startingAt(places?.zoneOfNode(node))) {
      const port = zone.peerOf(externalRouterPortName(node));
      if (port) return { zone, port };
    }
    return undefined;
  };
  return {
    zones,
    findPort: (name) => {
      for (const zone of startingAt(places?.zoneOfPort(name))) {
        const port = zone.switchPort(name);
        if (port && port.type !== 'remote') return { zone, port };
      }
      return undefined;
    },
    gatewayOf,
    gatewaysWith: createGatewaySearch(zones, places, gatewayOf),
    filters: (zone, datapath) => ofZone(zone).filters(datapath),
    marks: (zone, datapath) => ofZone(zone).marks(datapath),
    policies: (zone, router) => ofZone(zone).policies(router),
    routes: (zone, router) => ofZone(zone).routes(router),
    translations: (zone, router) => ofZone(zone).translations(router),
    balancers: (zone, table, datapath, chassis) => ofZone(zone).balancers(`${table} ${datapath} ${chassis}`),
  };
}

/** Creates a function that returns the nodes whose gateway router has an address. */
function createGatewaySearch(
  zones: readonly Zone[],
  places: PortPlaces | undefined,
  gatewayOf: TracedNetwork['gatewayOf'],
): TracedNetwork['gatewaysWith'] {
  if (places) {
    const has = (node: string, address: string): boolean => gatewayOf(node)?.port.addresses.includes(address) === true;
    return (address) => places.nodesWithGateway(address).filter((node) => has(node, address));
  }
  const prefix = externalRouterPortName('');
  const nodes = once(() => {
    const held = zones
      .flatMap((zone) => zone.peers())
      .flatMap(({ addresses, routerPort = '' }) =>
        routerPort.startsWith(prefix)
          ? addresses.map((address) => ({ address, node: routerPort.slice(prefix.length) }))
          : [],
      );
    return groupBy(held, ({ address }) => address);
  });
  return (address) => (nodes().get(address) ?? []).map(({ node }) => node);
}

interface PreparedZone {
  readonly filters: (datapath: string) => RouterFilters;
  readonly marks: (datapath: string) => Marks;
  readonly policies: (router: string) => RuleIndex;
  readonly routes: (router: string) => RouteTable;
  readonly translations: (router: string) => Translations;
  /** By table, name and chassis. */
  readonly balancers: (place: string) => VirtualAddresses;
}

function prepareZone(zone: Zone): PreparedZone {
  const ofGroup = memoize((place: string) => {
    const [group = '', chassis = ''] = place.split(' ');
    const keys = listOf(zone.row('Load_Balancer_Group', group)?.columns ?? {}, 'load_balancer');
    return indexBalancers(zone, keys, chassis);
  });
  // Most rules belong to many switches, so each is read once.
  const ruleOf = memoize(readTraceRule);
  return {
    filters: memoize(createFilterIndex(zone, ruleOf)),
    marks: createMarkIndex(zone, ruleOf),
    policies: memoize((router) => indexRules(readPolicies(zone, router), readTraceRule)),
    routes: memoize((router) => readRoutes(zone, router)),
    translations: memoize((router) => readTranslations(zone, router)),
    balancers: memoize((place) => {
      const [table = '', datapath = '', chassis = ''] = place.split(' ');
      const columns = zone.row(table, datapath)?.columns ?? {};
      const own = indexBalancers(zone, listOf(columns, 'load_balancer'), chassis);
      const groups = listOf(columns, 'load_balancer_group').map((group) => ofGroup(`${group} ${chassis}`));
      return (protocol, address, port) =>
        [own, ...groups].map((find) => find(protocol, address, port)).find((found) => found !== undefined);
    }),
  };
}

/** Returns the policies of a router. Skips those that reroute packets to no reachable next hop, as OVN does. */
function readPolicies(zone: Zone, router: string): ReadRow[] {
  const ports = zone.portsOfRouter(router);
  const portTo = memoize((nextHop: string) => portTowards(nextHop, ports));
  const keys = listOf(zone.row('Logical_Router', router)?.columns ?? {}, 'policies');
  return readRows(zone, 'Logical_Router_Policy', keys).filter(
    ({ columns }) => columns.action !== 'reroute' || hopsOfPolicy(columns, portTo).length > 0,
  );
}

/** Returns the existing rows of a table. */
function readRows(zone: Zone, table: string, keys: Iterable<string>): ReadRow[] {
  const found: ReadRow[] = [];
  for (const key of keys) {
    const row = zone.row(table, key);
    if (row) found.push({ row, columns: row.columns });
  }
  return found;
}

/** Creates the function that returns the QoS rules of a switch. Successive switches with the same rules share them. */
function createMarkIndex(zone: Zone, ruleOf: (row: Row) => TraceRule): (datapath: string) => Marks {
  let last: { readonly keys: readonly string[]; readonly marks: Marks } | undefined;
  return memoize((datapath) => {
    const keys = listOf(zone.row('Logical_Switch', datapath)?.columns ?? {}, 'qos_rules');
    if (!last || !sameItems(last.keys, keys)) last = { keys, marks: readMarks(readRows(zone, 'QoS', keys), ruleOf) };
    return last.marks;
  });
}

function readMarks(rows: readonly ReadRow[], ruleOf: (row: Row) => TraceRule): Marks {
  const isEntering = ({ columns }: ReadRow): boolean => readColumnText(columns, 'direction') === 'from-lport';
  return {
    entering: indexRules(rows.filter(isEntering), ruleOf),
    leaving: indexRules(
      rows.filter((row) => !isEntering(row)),
      ruleOf,
    ),
  };
}
