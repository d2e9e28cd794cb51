import { type Memo, noMemo } from '../../../model/memo.js';
import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Intent } from '../../../model/intent.js';
import type { Attachment, Row, ZoneRows } from '../../../model/northbound.js';
import { createEgressIPRows } from './egress-ip/index.js';
import { createExternalRoutes } from './external-route/index.js';
import { emitFilters } from './filter.js';
import { attachMarks, emitMarkSets, emitMarks } from './mark.js';
import { hasNodeSwitch } from '../../../ovn-kubernetes/row-names.js';
import { createPolicyRows } from './policy/index.js';
import { createNamespacePortGroups } from './port-group.js';
import { createServiceRows } from './services/index.js';
import { createTopology } from './topology/index.js';
import { type ZoneTables, addRows, addTables, attachInPlace, removeInPlace } from './zone-tables.js';
import { byKey } from './keys.js';

/** Prepares the rows that all zones share and returns a function that makes the rows of one zone. */
export function createZoneEmitter(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  memo: Memo = noMemo,
): (zone: string) => ZoneRows {
  const { features, topology } = configuration;
  const hasSwitch = (node: Node): boolean => topology !== 'managed' || hasNodeSwitch(node, configuration);
  const filters = emitFilters(
    intents.filter((intent) => intent.effect === 'filter'),
    configuration,
  );
  const portGroupsOf = createNamespacePortGroups(cluster, filters.aclKeys);
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
  const markRules = marks.flatMap(({ qos }) => qos ?? []).sort(byKey);
  const externalRoutes = createExternalRoutes(
    intents.filter((intent) => intent.effect === 'route'),
    cluster,
    configuration,
  );
  const reroutes = features.has('egressIP') || features.has('egressService');
  const egressIPRows = reroutes
    ? createEgressIPRows(intents, cluster, configuration, externalRoutes.untranslated)
    : undefined;
  const topologyOf = topology === 'managed' ? createTopology(cluster, configuration) : undefined;
  const serviceRows = features.has('services') ? createServiceRows(cluster, configuration) : undefined;
  return (zone) => {
    const nodes = cluster.zones.get(zone) ?? [];
    const tables: ZoneTables = new Map();
    if (topologyOf) addTables(tables, topologyOf(zone));
    addRows(tables, 'ACL', filters.acls);
    const switched = nodes.filter(hasSwitch);
    const egressIP = egressIPRows?.(zone);
    const externalRoute = externalRoutes.rowsOf(zone);
    const services = serviceRows?.(zone);
    // Marks hang on switches: without one there is nothing that they could belong to.
    const qos = switched.length > 0 ? [...markRules, ...(egressIP?.qos ?? [])].sort(byKey) : [];
    const markSets = switched.length > 0 ? emitMarkSets(marks, zone) : [];
    addRows(tables, 'QoS', qos);
    addRows(tables, 'Address_Set', [...filters.addressSets, ...markSets]);
    if (features.has('egressFirewall')) {
      addRows(tables, 'Port_Group', portGroupsOf(switched));
    }
    addTables(tables, policies(zone));
    const qosKeys = qos.map(({ key }) => key);
    const attachments = [
      ...(egressIP?.attachments ?? []),
      ...externalRoute.attachments,
      ...attachMarks(qosKeys, switched),
      ...(services?.attachments ?? []),
    ];
    const absent: ZoneTables = new Map();
    addRows(absent, 'NAT', [...(egressIP?.absent ?? []), ...externalRoute.absent]);
    if (egressIP) addTables(tables, withoutKnown(egressIP.rows, tables));
    addTables(tables, externalRoute.rows);
    if (services) addTables(tables, services.rows);
    if (topology !== 'managed') return { zone, rows: tables, attachments: attachments.sort(byPlace), absent };
    // Base rows that are ours and must not be there are left out instead.
    removeInPlace(tables, 'NAT', [...(egressIP?.absentAttachments ?? []), ...externalRoute.absentAttachments]);
    attachInPlace(tables, attachments);
    return { zone, rows: tables, attachments: [], absent: new Map() };
  };
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

function byPlace(a: Attachment, b: Attachment): number {
  const placeOf = ({ table, key, column }: Attachment): string => `${table} ${key} ${column}`;
  return placeOf(a) < placeOf(b) ? -1 : 1;
}
