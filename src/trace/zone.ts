import type { Row, ZoneRows } from '../model/northbound.js';
import { formatAddress } from '../net/address.js';
import { type InterfaceAddress, readInterfaceAddress } from '../net/prefix.js';
import { type NumberConstant, parseNumber } from '../northbound/match/expression.js';
import { OWNER_TYPE } from '../ovn-kubernetes/owner-types.js';
import { groupBy } from '../std/group-by.js';
import { entryOf, listOf, textOf } from './columns.js';
import { once, remember } from '../std/remember.js';

/** A logical port of a switch. */
export interface SwitchPort {
  readonly name: string;
  readonly row: Row;
  /** '' for a pod or a host. */
  readonly type: string;
  /** Its switch. */
  readonly datapath: string;
  /** Addresses of its neighbour in canonical text; '' stands for whatever nobody else has. */
  readonly addresses: readonly string[];
  /** The router port that it leads to, for type `router`. */
  readonly routerPort?: string;
}

/** A port of a router. */
export interface RouterPort {
  readonly name: string;
  /** Its router. */
  readonly datapath: string;
  readonly networks: readonly InterfaceAddress[];
}

/** The address of a router port in canonical text. */
export function textOfAddress({ address }: InterfaceAddress): string {
  return formatAddress(address);
}

/** The rows of a zone, found by what a packet's way asks of them. Whatever is not asked for is not looked at. */
export interface Zone {
  readonly name: string;
  readonly row: (table: string, key: string) => Row | undefined;
  readonly rows: (table: string) => readonly Row[];
  readonly switchPort: (name: string) => SwitchPort | undefined;
  readonly portsOfSwitch: (datapath: string) => readonly SwitchPort[];
  /** The port of a switch behind which an address is; undefined where the switch knows none. */
  readonly neighbour: (datapath: string, address: string) => SwitchPort | undefined;
  readonly routerPort: (name: string) => RouterPort | undefined;
  readonly portsOfRouter: (datapath: string) => readonly RouterPort[];
  /** The switch port that leads to a router port. */
  readonly peerOf: (routerPort: string) => SwitchPort | undefined;
  readonly groupsOf: (port: string) => readonly string[];
  readonly addressSet: (name: string) => AddressSet | undefined;
}

/** What an address set holds. */
export interface AddressSet {
  readonly holds: (value: bigint) => boolean;
  /** The DNS name that it is for, where nobody knows an answer of it in any family. */
  readonly openName?: string;
}

/** Indexes the rows of a zone. */
export function createZone({ zone, rows }: ZoneRows): Zone {
  const tables = remember((table: string) => new Map((rows.get(table) ?? []).map((row) => [row.key, row])));
  const rowsOf = (table: string): readonly Row[] => rows.get(table) ?? [];
  const row = (table: string, key: string): Row | undefined => tables(table).get(key);
  const routerPorts = once(() => indexRouterPorts(rowsOf('Logical_Router'), row));
  const switchPorts = once(() => indexSwitchPorts(rowsOf('Logical_Switch'), row, (name) => routerPorts().get(name)));
  const peers = once(
    () => new Map([...switchPorts().values()].flatMap((port) => (port.routerPort ? [[port.routerPort, port]] : []))),
  );
  const bySwitch = once(() => groupBy([...switchPorts().values()], ({ datapath }) => datapath));
  const byRouter = once(() => groupBy([...routerPorts().values()], ({ datapath }) => datapath));
  const neighbours = remember(
    (datapath: string) =>
      new Map(
        (bySwitch().get(datapath) ?? []).flatMap((port) => port.addresses.map((address) => [address, port] as const)),
      ),
  );
  const groups = once(() => indexGroups(rowsOf('Port_Group')));
  const sets = once(() => new Map(rowsOf('Address_Set').map((set) => [textOf(set.columns, 'name'), set])));
  const answeredNames = once(() => new Set(rowsOf('Address_Set').filter(hasAddresses).flatMap(dnsNamesOf)));
  return {
    name: zone,
    row,
    rows: rowsOf,
    switchPort: (name) => switchPorts().get(name),
    portsOfSwitch: (datapath) => bySwitch().get(datapath) ?? [],
    neighbour: (datapath, address) => neighbours(datapath).get(address) ?? neighbours(datapath).get(''),
    routerPort: (name) => routerPorts().get(name),
    portsOfRouter: (datapath) => byRouter().get(datapath) ?? [],
    peerOf: (name) => peers().get(name),
    groupsOf: (port) => groups().get(port) ?? [],
    addressSet: remember((name: string) => {
      const set = sets().get(name);
      return set && readAddressSet(set, answeredNames());
    }),
  };
}

type FindRow = Zone['row'];

function indexRouterPorts(routers: readonly Row[], row: FindRow): ReadonlyMap<string, RouterPort> {
  return new Map(
    routers.flatMap((router) =>
      listOf(router.columns, 'ports').flatMap((key): [string, RouterPort][] => {
        const columns = row('Logical_Router_Port', key)?.columns;
        if (!columns) return [];
        const name = textOf(columns, 'name');
        const networks = listOf(columns, 'networks').flatMap((text) => readInterfaceAddress(text) ?? []);
        return [[name, { name, datapath: router.key, networks }]];
      }),
    ),
  );
}

function indexSwitchPorts(
  switches: readonly Row[],
  row: FindRow,
  routerPort: (name: string) => RouterPort | undefined,
): ReadonlyMap<string, SwitchPort> {
  return new Map(
    switches.flatMap((one) =>
      listOf(one.columns, 'ports').flatMap((key): [string, SwitchPort][] => {
        const port = row('Logical_Switch_Port', key);
        if (!port) return [];
        const { columns } = port;
        const type = textOf(columns, 'type');
        const name = textOf(columns, 'name');
        const peer = type === 'router' ? entryOf(columns, 'options', 'router-port') : undefined;
        const own = listOf(columns, 'addresses').flatMap((text) =>
          text === 'unknown' ? [''] : text.split(' ').slice(1),
        );
        const ofPeer = peer === undefined ? undefined : (routerPort(peer)?.networks ?? []);
        const behind = { addresses: ofPeer?.map(textOfAddress) ?? own.map((text) => text.replace(/\/.*$/, '')) };
        return [
          [
            name,
            {
              name,
              row: port,
              type,
              datapath: one.key,
              ...behind,
              ...(peer === undefined ? {} : { routerPort: peer }),
            },
          ],
        ];
      }),
    ),
  );
}

/** Port → the names of the groups that it is in. */
function indexGroups(groups: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const byPort = new Map<string, string[]>();
  for (const { columns } of groups) {
    const name = textOf(columns, 'name');
    for (const port of listOf(columns, 'ports')) {
      const known = byPort.get(port);
      if (known) known.push(name);
      else byPort.set(port, [name]);
    }
  }
  return byPort;
}

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

/** The DNS name whose answers an address set is for; none for another set. */
function dnsNamesOf({ columns }: Row): string[] {
  const isOfName = entryOf(columns, 'external_ids', 'k8s.ovn.org/owner-type') === OWNER_TYPE.names;
  return isOfName ? [entryOf(columns, 'external_ids', 'k8s.ovn.org/name') ?? ''] : [];
}
