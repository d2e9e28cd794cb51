import { type Memo, noMemo } from '../../../model/memo.js';
import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Intent } from '../../../model/intent.js';
import type { ClusterRows, NorthboundRows, OwnRows, Row } from '../../../model/northbound.js';
import { joinRows, spreadAttachments } from '../../../northbound/join-rows.js';
import { createEgressIPRows } from './egress-ip/index.js';
import { createExternalRoutes } from './external-route/index.js';
import { emitFilters } from './filter.js';
import { attachMarks, emitMarks } from './mark.js';
import { hasNodeSwitch, nodeSwitchName } from '../../../ovn-kubernetes/row-names.js';
import { createPolicyRows } from './policy/index.js';
import { createNamespacePortGroups } from './port-group.js';
import { createServiceRows } from './services/index.js';
import { createTopology } from './topology/index.js';
import { type ZoneTables, addRows, addTables, attachInPlace, removeInPlace } from './zone-tables.js';
import { byKey } from './keys.js';

/** Makes the rows that all zones hold, and prepares those of single zones. */
export function createClusterRows(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  memo: Memo = noMemo,
): ClusterRows {
  const { features, topology } = configuration;
  const isManaged = topology === 'managed';
  const hasSwitch = (node: Node): boolean => !isManaged || hasNodeSwitch(node, configuration);
  const switchedNodes = (zone: string): readonly Node[] => (cluster.zones.get(zone) ?? []).filter(hasSwitch);
  const filters = emitFilters(
    intents.filter((intent) => intent.effect === 'filter'),
    configuration,
  );
  const portGroups = features.has('egressFirewall') ? createNamespacePortGroups(cluster, filters.aclKeys) : undefined;
  const policies = createPolicyRows(
    intents.filter((intent) => intent.effect === 'policy').filter(({ isCompiled }) => isCompiled),
    cluster,
    configuration,
    hasSwitch,
    memo,
  );
  const marks = emitMarks(
    intents.filter((intent) => intent.effect === 'mark'),
    cluster,
    configuration,
  );
  const externalRoutes = createExternalRoutes(
    intents.filter((intent) => intent.effect === 'route'),
    cluster,
    configuration,
  );
  const reroutes = features.has('egressIP') || features.has('egressService');
  const egressIP = reroutes
    ? createEgressIPRows(intents, cluster, configuration, externalRoutes.untranslated)
    : undefined;
  const topologyOf = isManaged ? createTopology(cluster, configuration) : undefined;
  const services = features.has('services') ? createServiceRows(cluster, configuration) : undefined;

  const tables: ZoneTables = new Map();
  addRows(tables, 'ACL', filters.acls);
  addRows(tables, 'Address_Set', filters.addressSets);
  if (portGroups) addRows(tables, 'Port_Group', portGroups.shared);
  addTables(tables, policies.shared);
  if (egressIP) addTables(tables, egressIP.shared.rows);
  if (services) addTables(tables, services.shared.rows);
  const attachments = [...(egressIP?.shared.attachments ?? []), ...(services?.shared.attachments ?? [])];
  // Marks hang on switches: without one there is nothing that they could belong to.
  const onSwitches = rowsOfSwitches([...marks.qos, ...(egressIP?.shared.qos ?? [])], marks.sets);
  const haveSwitches = [...cluster.zones.keys()].every((zone) => switchedNodes(zone).length > 0);
  const common: NorthboundRows = { rows: tables, attachments, absent: new Map() };
  const shared = haveSwitches ? joinRows([common, onSwitches]) : common;

  const ownOf = (zone: string): OwnRows => {
    const nodes = switchedNodes(zone);
    const isSwitched = nodes.length > 0;
    const own: ZoneTables = new Map();
    if (topologyOf) addTables(own, topologyOf(zone));
    const ofEgressIP = egressIP?.ownOf(zone);
    const ofRoutes = externalRoutes.rowsOf(zone);
    const ofServices = services?.ownOf(zone);
    const qos = isSwitched ? (ofEgressIP?.qos ?? []) : [];
    addRows(own, 'QoS', qos);
    if (isSwitched) addRows(own, 'Address_Set', marks.membersOf(zone));
    if (portGroups) addRows(own, 'Port_Group', portGroups.portsOf(nodes));
    addTables(own, policies.ownOf(zone));
    if (ofEgressIP) addTables(own, withoutKnown(ofEgressIP.rows, own));
    addTables(own, ofRoutes.rows);
    if (ofServices) addTables(own, ofServices.rows);
    const absent: ZoneTables = new Map();
    addRows(absent, 'NAT', [...(ofEgressIP?.absent ?? []), ...ofRoutes.absent]);
    const ownAttachments = [
      ...(ofEgressIP?.attachments ?? []),
      ...ofRoutes.attachments,
      ...attachMarks(qos),
      ...(ofServices?.attachments ?? []),
    ];
    const alone: NorthboundRows = { rows: own, attachments: ownAttachments, absent };
    const whole = isSwitched && !haveSwitches ? joinRows([onSwitches, alone]) : alone;
    const switches = nodes.map(({ name }) => nodeSwitchName(name)).sort();
    if (!isManaged) return { zone, ...whole, switches };
    // Base rows that are ours and must not be there are left out instead.
    const managed: ZoneTables = new Map([...whole.rows].map(([table, rows]) => [table, [...rows]]));
    removeInPlace(managed, 'NAT', [...(ofEgressIP?.absentAttachments ?? []), ...ofRoutes.absentAttachments]);
    attachInPlace(managed, spreadAttachments([...shared.attachments, ...whole.attachments], switches));
    return { zone, rows: managed, attachments: [], absent: new Map(), switches: [] };
  };
  return { shared: isManaged ? { ...shared, attachments: [] } : shared, ownOf };
}

/** The rules of all switches of a zone, and the address sets that they match. */
function rowsOfSwitches(rules: readonly Row[], sets: readonly Row[]): NorthboundRows {
  const rows: ZoneTables = new Map();
  const sorted = [...rules].sort(byKey);
  addRows(rows, 'Address_Set', sets);
  addRows(rows, 'QoS', sorted);
  return { rows, attachments: attachMarks(sorted), absent: new Map() };
}

/** Rows less the routes that the topology has already: live controllers too look for a route before they make it. */
function withoutKnown(
  rows: ReadonlyMap<string, readonly Row[]>,
  tables: ZoneTables,
): ReadonlyMap<string, readonly Row[]> {
  const table = 'Logical_Router_Static_Route';
  const known = new Set(tables.get(table)?.map(({ key }) => key));
  if (known.size === 0) return rows;
  return new Map([...rows, [table, (rows.get(table) ?? []).filter(({ key }) => !known.has(key))]]);
}
