import type { Columns, Row, ZoneRows } from '../model/northbound.js';
import { formatAddress } from '../net/address.js';
import { type InterfaceAddress, addressAt, readInterfaceAddress, sizeOfIPv4 } from '../net/prefix.js';
import { type NumberConstant, parseNumber } from '../northbound/match/expression.js';
import { OWNER_TYPE } from '../ovn-kubernetes/owner-types.js';
import { groupBy } from '../std/group-by.js';
import { readEntry, listOf, readColumnText } from '../northbound/row-columns.js';
import { memoize, memoizeWeak, once } from '../std/memoize.js';
import { ID_KEY } from '../ovn-kubernetes/object-ids.js';

/** A logical port of a switch. */
export interface SwitchPort {
  readonly name: string;
  readonly row: Row;
  /** Type, empty for a pod or a host. */
  readonly type: string;
  /** Switch of the port. */
  readonly datapath: string;
  /** Addresses of its neighbour in canonical text. Empty text stands for all addresses without another owner. */
  readonly addresses: readonly string[];
  /** Router port that it connects to, for type `router`. */
  readonly routerPort?: string;
}

/** A port of a router. */
export interface RouterPort {
  readonly name: string;
  /** Router of the port. */
  readonly datapath: string;
  readonly networks: readonly InterfaceAddress[];
}

/** Returns the address of a router port in canonical text. */
export function textOfAddress({ address }: InterfaceAddress): string {
  return formatAddress(address);
}

/** The rows of a zone, indexed for tracing. An index is built when first used. */
export interface Zone {
  readonly name: string;
  readonly row: (table: string, key: string) => Row | undefined;
  readonly rows: (table: string) => readonly Row[];
  readonly switchPort: (name: string) => SwitchPort | undefined;
  /** Returns the names of the ports of a switch. */
  readonly namesOfPorts: (datapath: string) => readonly string[];
  readonly portsOfSwitch: (datapath: string) => readonly SwitchPort[];
  /** Returns the port of a switch whose neighbour has an address. Returns undefined if none has. */
  readonly neighbour: (datapath: string, address: string) => SwitchPort | undefined;
  readonly routerPort: (name: string) => RouterPort | undefined;
  readonly portsOfRouter: (datapath: string) => readonly RouterPort[];
  /** Returns the IPv4 broadcast addresses of the networks of a router. */
  readonly broadcastsOf: (datapath: string) => ReadonlySet<string>;
  /** Returns the switch port that connects to a router port. */
  readonly peerOf: (routerPort: string) => SwitchPort | undefined;
  /** Returns all switch ports that connect to router ports. */
  readonly peers: () => readonly SwitchPort[];
  readonly groupsOf: (port: string) => readonly string[];
  readonly addressSet: (name: string) => AddressSet | undefined;
}

/** Content of an address set. */
export interface AddressSet {
  readonly holds: (value: bigint) => boolean;
  /** The DNS name of the set, if no answer to it is known in any family. */
  readonly openName?: string;
}

/** Indexes the rows of a zone. Reads no row before an index is used. */
export function createZone(zoneRows: ZoneRows): Zone {
  const rowsOf = (table: string): readonly Row[] => zoneRows.rows.get(table) ?? [];
  const tables = memoize((table: string) => indexRows(rowsOf(table)));
  const row = (table: string, key: string): Row | undefined => tables(table).get(key);
  const routerPorts = once(() => indexRouterPorts(rowsOf('Logical_Router'), row));
  const switches = once(() => indexSwitches(rowsOf('Logical_Switch')));
  const switchPort = memoize((name: string): SwitchPort | undefined => {
    const [port, datapath] = [row('Logical_Switch_Port', name), switches().get(name)];
    return port && datapath !== undefined
      ? readSwitchPort(port, datapath, (peer) => routerPorts().get(peer))
      : undefined;
  });
  const peers = once(() => indexPeers(rowsOf('Logical_Switch_Port')));
  const namesOfPorts = (datapath: string): readonly string[] =>
    listOf(row('Logical_Switch', datapath)?.columns ?? {}, 'ports');
  const portsOfSwitch = memoize((datapath: string) => namesOfPorts(datapath).flatMap((name) => switchPort(name) ?? []));
  const byRouter = once(() => groupBy([...routerPorts().values()], ({ datapath }) => datapath));
  const neighbours = memoize(
    (datapath: string) =>
      new Map(portsOfSwitch(datapath).flatMap((port) => port.addresses.map((address) => [address, port] as const))),
  );
  const groups = once(() => indexGroups(rowsOf('Port_Group')));
  const sets = once(() => new Map(rowsOf('Address_Set').map((set) => [readColumnText(set.columns, 'name'), set])));
  const answeredNames = once(() => new Set(rowsOf('Address_Set').filter(hasAddresses).flatMap(dnsNamesOf)));
  return {
    name: zoneRows.zone,
    row,
    rows: rowsOf,
    switchPort,
    namesOfPorts,
    portsOfSwitch,
    neighbour: (datapath, address) => neighbours(datapath).get(address) ?? neighbours(datapath).get(''),
    routerPort: (name) => routerPorts().get(name),
    portsOfRouter: (datapath) => byRouter().get(datapath) ?? [],
    broadcastsOf: memoize((datapath: string) => collectBroadcasts(byRouter().get(datapath) ?? [])),
    peerOf: (name) => switchPort(peers().get(name) ?? ''),
    peers: () => [...peers().values()].flatMap((name) => switchPort(name) ?? []),
    groupsOf: (port) => groups().get(port) ?? [],
    addressSet: memoize((name: string) => {
      const set = sets().get(name);
      return set && readAddressSet(set, answeredNames());
    }),
  };
}

type FindRow = Zone['row'];

/** Memoized as other indexes of a table, because two states of a cluster share the tables that do not differ. */
const indexRows = memoizeWeak((rows: readonly Row[]): ReadonlyMap<string, Row> => {
  const byKey = new Map<string, Row>();
  for (const row of rows) byKey.set(row.key, row);
  return byKey;
});

function indexRouterPorts(routers: readonly Row[], row: FindRow): ReadonlyMap<string, RouterPort> {
  return new Map(
    routers.flatMap((router) =>
      listOf(router.columns, 'ports').flatMap((key): [string, RouterPort][] => {
        const columns = row('Logical_Router_Port', key)?.columns;
        if (!columns) return [];
        const name = readColumnText(columns, 'name');
        const networks = listOf(columns, 'networks').flatMap((text) => readInterfaceAddress(text) ?? []);
        return [[name, { name, datapath: router.key, networks }]];
      }),
    ),
  );
}

function collectBroadcasts(ports: readonly RouterPort[]): ReadonlySet<string> {
  const networks = ports.flatMap((port) => port.networks).filter(({ prefix }) => prefix.family === 'IPv4');
  return new Set(networks.map(({ prefix }) => formatAddress(addressAt(prefix, sizeOfIPv4(prefix.length) - 1))));
}

/** Returns the switch by port name. */
const indexSwitches = memoizeWeak((switches: readonly Row[]): ReadonlyMap<string, string> => {
  const byPort = new Map<string, string>();
  for (const { key, columns } of switches) {
    for (const port of listOf(columns, 'ports')) byPort.set(port, key);
  }
  return byPort;
});

/** Returns the names of switch ports by the router port that they connect to. */
const indexPeers = memoizeWeak((ports: readonly Row[]): ReadonlyMap<string, string> => {
  return new Map(
    ports.flatMap(({ key, columns }): [string, string][] => {
      const peer = peerOfPort(columns);
      return peer === undefined ? [] : [[peer, key]];
    }),
  );
});

function peerOfPort(columns: Columns): string | undefined {
  return columns.type === 'router' ? readEntry(columns, 'options', 'router-port') : undefined;
}

function readSwitchPort(port: Row, datapath: string, routerPort: (name: string) => RouterPort | undefined): SwitchPort {
  const { key: name, columns } = port;
  const peer = peerOfPort(columns);
  const own = listOf(columns, 'addresses').flatMap((text) => (text === 'unknown' ? [''] : text.split(' ').slice(1)));
  const ofPeer = peer === undefined ? undefined : (routerPort(peer)?.networks ?? []);
  const addresses = ofPeer?.map(textOfAddress) ?? own.map((text) => text.replace(/\/.*$/, ''));
  const read = { name, row: port, type: readColumnText(columns, 'type'), datapath, addresses };
  return peer === undefined ? read : { ...read, routerPort: peer };
}

/** Returns the names of port groups by port. */
const indexGroups = memoizeWeak((groups: readonly Row[]): ReadonlyMap<string, readonly string[]> => {
  const byPort = new Map<string, string[]>();
  for (const { columns } of groups) {
    const name = readColumnText(columns, 'name');
    for (const port of listOf(columns, 'ports')) {
      const known = byPort.get(port);
      if (known) known.push(name);
      else byPort.set(port, [name]);
    }
  }
  return byPort;
});

function readAddressSet(row: Row, answeredNames: ReadonlySet<string>): AddressSet {
  const single = new Set<bigint>();
  const masked: Required<NumberConstant>[] = [];
  for (const text of listOf(row.columns, 'addresses')) {
    const { value, mask } = parseNumber(text);
    if (mask === undefined) single.add(value);
    else masked.push({ value, mask });
  }
  const [openName] = dnsNamesOf(row).filter((name) => !answeredNames.has(name));
  return {
    holds: (value) => single.has(value) || masked.some((one) => (value & one.mask) === one.value),
    ...(openName === undefined ? {} : { openName }),
  };
}

function hasAddresses({ columns }: Row): boolean {
  return listOf(columns, 'addresses').length > 0;
}

/** Returns the DNS name whose answers an address set contains, or an empty list for other sets. */
function dnsNamesOf({ columns }: Row): string[] {
  const isOfName = readEntry(columns, 'external_ids', ID_KEY.ownerType) === OWNER_TYPE.names;
  return isOfName ? [readEntry(columns, 'external_ids', ID_KEY.name) ?? ''] : [];
}
