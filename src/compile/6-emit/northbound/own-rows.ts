import type { Db } from '../../../engine/query.js';
import type { Node } from '../../../model/cluster.js';
import type { NorthboundRows, OwnRows, Row, RowAttachment } from '../../../model/northbound.js';
import { joinRows, spreadAttachments } from '../../../northbound/join-rows.js';
import { nodeSwitchName } from '../../../ovn-kubernetes/row-names.js';
import { attachMarks } from './mark.js';
import type { RowParts } from './row-parts.js';
import { type ZoneTables, addRows, addTables, attachInPlace, removeInPlace } from './zone-tables.js';

/** What the rows of single zones are made of. */
export interface ZoneContext {
  /** Returns the rows of one zone, and the NATs of base routers that must not exist, as attachments. */
  readonly rowsOf: (zone: string, nodes: readonly Node[]) => AloneRows;
  /** Rows of switches, if not all zones have a switch. */
  readonly onSwitches: NorthboundRows | undefined;
  /** What all zones attach to the base rows of a managed topology. Undefined without one. */
  readonly attachments: readonly RowAttachment[] | undefined;
}

interface AloneRows {
  readonly rows: NorthboundRows;
  readonly withoutNATs: readonly RowAttachment[];
}

/** Returns the rows that only one zone contains. `nodes`: its nodes with a switch. */
export function makeOwnRows(
  zone: string,
  nodes: readonly Node[],
  { rowsOf, onSwitches, attachments }: ZoneContext,
): OwnRows {
  const { rows: alone, withoutNATs } = rowsOf(zone, nodes);
  const whole = nodes.length > 0 && onSwitches ? joinRows([onSwitches, alone]) : alone;
  const switches = nodes.map(({ name }) => nodeSwitchName(name)).sort();
  if (!attachments) return { zone, ...whole, switches };
  // Base rows that Weir manages and that must not exist are omitted instead.
  const managed: ZoneTables = new Map(whole.rows);
  removeInPlace(managed, 'NAT', withoutNATs);
  attachInPlace(managed, spreadAttachments([...attachments, ...whole.attachments], switches));
  return { zone, rows: managed, attachments: [], absent: new Map(), switches: [] };
}

/** Returns a function that makes the rows of one zone from the parts. */
export function readZoneParts(db: Db, parts: RowParts): ZoneContext['rowsOf'] {
  const topologyOf = db.get(parts.topologyOf, undefined);
  const egressIPOf = parts.egressIP.readZones(db);
  const routesOf = db.get(parts.externalRoutes, undefined).rowsOf;
  const servicesOf = db.get(parts.services, undefined)?.ownOf;
  const membersOf = parts.marks.readMembers(db);
  const portsOf = parts.readPorts(db);
  const policiesOf = parts.policies.readZones(db);
  return (zone, nodes) => {
    const isSwitched = nodes.length > 0;
    const own: ZoneTables = new Map();
    if (topologyOf) addTables(own, topologyOf(zone));
    const egressIP = egressIPOf?.(zone);
    const routes = routesOf(zone);
    const services = servicesOf?.(zone);
    const qos = isSwitched ? (egressIP?.qos ?? []) : [];
    addRows(own, 'QoS', qos);
    if (isSwitched) addRows(own, 'Address_Set', membersOf(zone));
    if (portsOf) addRows(own, 'Port_Group', portsOf(zone));
    addTables(own, policiesOf(zone));
    if (egressIP) addTables(own, withoutKnown(egressIP.rows, own));
    addTables(own, routes.rows);
    if (services) addTables(own, services.rows);
    const absent: ZoneTables = new Map();
    addRows(absent, 'NAT', [...(egressIP?.absent ?? []), ...routes.absent]);
    const attachments = [
      ...(egressIP?.attachments ?? []),
      ...routes.attachments,
      ...attachMarks(qos),
      ...(services?.attachments ?? []),
    ];
    const withoutNATs = [...(egressIP?.absentAttachments ?? []), ...routes.absentAttachments];
    return { rows: { rows: own, attachments, absent }, withoutNATs };
  };
}

/**
 * Returns rows without the routes that the topology already contains. Live controllers also look for a route before
 * they create it.
 */
function withoutKnown(
  rows: ReadonlyMap<string, readonly Row[]>,
  tables: ZoneTables,
): ReadonlyMap<string, readonly Row[]> {
  const table = 'Logical_Router_Static_Route';
  const known = new Set(tables.get(table)?.map(({ key }) => key));
  if (known.size === 0) return rows;
  return new Map([...rows, [table, (rows.get(table) ?? []).filter(({ key }) => !known.has(key))]]);
}
