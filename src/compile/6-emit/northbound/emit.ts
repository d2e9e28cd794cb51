import { type Memo, noMemo } from '../../../engine/memo.js';
import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Intent } from '../../../model/intent.js';
import type { RowAttachment, ClusterRows, NorthboundRows, OwnRows, Row } from '../../../model/northbound.js';
import { joinRows, spreadAttachments } from '../../../northbound/join-rows.js';
import { createEgressIPRows } from './egress-ip/index.js';
import { createExternalRoutes } from './external-route/index.js';
import { emitFilters } from './filter.js';
import { attachMarks, emitMarks } from './mark.js';
import { hasNodeSwitch, nodeSwitchName } from '../../../ovn-kubernetes/row-names.js';
import { namespaceSetRows } from './namespace-sets.js';
import type { RowOptions } from './options.js';
import { createPolicyRows } from './policy/index.js';
import { createNamespacePortGroups } from './port-group.js';
import { createServiceRows } from './services/index.js';
import { createTopology } from './topology/index.js';
import { type ZoneTables, addRows, addTables, attachInPlace, mergeRows, removeInPlace } from './zone-tables.js';
import { groupBy } from '../../../std/group-by.js';
import { byKey } from './keys.js';

/** Creates the rows that all zones contain, and a function that returns those of single zones. */
export function createClusterRows(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  options: RowOptions = {},
): ClusterRows {
  const { memo = noMemo } = options;
  const isManaged = configuration.topology === 'managed';
  const hasSwitch = (node: Node): boolean => !isManaged || hasNodeSwitch(node, configuration);
  const switchedNodes = (zone: string): readonly Node[] => (cluster.zones.get(zone) ?? []).filter(hasSwitch);
  const parts = createParts(intents, cluster, configuration, hasSwitch, options);
  const { marks, egressIP } = parts;
  // Marks are attached to switches, so they need at least one.
  const onSwitches = memo('rows of switches', undefined, [marks, egressIP], () =>
    rowsOfSwitches([...marks.qos, ...(egressIP?.shared.qos ?? [])], marks.sets),
  );
  const haveSwitches = [...cluster.zones.keys()].every((zone) => switchedNodes(zone).length > 0);
  const common = commonRows(parts, memo);
  const shared = haveSwitches ? joinRows([common, onSwitches], memo) : common;

  const makeOwn = (zone: string): OwnRows => {
    const nodes = switchedNodes(zone);
    const { rows: alone, withoutNATs } = rowsOfZone(parts, zone, nodes);
    const whole = nodes.length > 0 && !haveSwitches ? joinRows([onSwitches, alone]) : alone;
    const switches = nodes.map(({ name }) => nodeSwitchName(name)).sort();
    if (!isManaged) return { zone, ...whole, switches };
    // Base rows that Weir manages and that must not exist are omitted instead.
    const managed: ZoneTables = new Map(whole.rows);
    removeInPlace(managed, 'NAT', withoutNATs);
    attachInPlace(managed, spreadAttachments([...shared.attachments, ...whole.attachments], switches));
    return { zone, rows: managed, attachments: [], absent: new Map(), switches: [] };
  };
  // The rows of a zone do not depend on the filters.
  const { policies, externalRoutes, services, filters } = parts;
  const ownInputs = [cluster, configuration, policies, marks, externalRoutes, egressIP, services];
  const ownOf = (zone: string): OwnRows => memo('rows of a zone', zone, ownInputs, () => makeOwn(zone));
  const settled = isManaged ? { ...shared, attachments: [] } : shared;
  return { shared: settled, blocks: filters.blocks, ownOf, ownInputs };
}

type Parts = ReturnType<typeof createParts>;

/** Creates the rows of each type of intents, and of the inventory. A part is unset if its feature is off. */
function createParts(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  hasSwitch: (node: Node) => boolean,
  { memo = noMemo, inBlocks = false }: RowOptions,
) {
  const { features, topology } = configuration;
  const policies = intents.filter((intent) => intent.effect === 'policy').filter(({ isCompiled }) => isCompiled);
  const filters = emitFilters(
    intents.filter((intent) => intent.effect === 'filter'),
    configuration,
    // Policies have ACLs in the same namespaces.
    { memo, inBlocks: inBlocks && policies.length === 0 },
  );
  const marks = intents.filter((intent) => intent.effect === 'mark');
  const routes = intents.filter((intent) => intent.effect === 'route');
  const rerouted = intents.filter(({ effect }) => EGRESS_IP_EFFECTS.has(effect));
  const whole = [cluster, configuration];
  const externalRoutes = memo('rows of external routes', undefined, [...whole, ...routes], () =>
    createExternalRoutes(routes, cluster, configuration),
  );
  const { untranslated } = externalRoutes;
  const reroutes = features.has('egressIP') || features.has('egressService');
  return {
    filters,
    portGroups: features.has('egressFirewall')
      ? createNamespacePortGroups(cluster, configuration, filters.aclKeys, memo)
      : undefined,
    policies: memo('rows of policies', undefined, [...whole, ...policies], () =>
      createPolicyRows(policies, cluster, configuration, hasSwitch, memo),
    ),
    marks: memo('rows of marks', undefined, [...whole, ...marks], () => emitMarks(marks, cluster, configuration)),
    externalRoutes,
    namespaceSets: topology === 'managed' ? namespaceSetRows(cluster, configuration) : [],
    egressIP: reroutes
      ? memo('rows of EgressIPs', undefined, [...whole, untranslated, ...rerouted], () =>
          createEgressIPRows(rerouted, cluster, configuration, untranslated),
        )
      : undefined,
    topologyOf:
      topology === 'managed' ? memoizeTopology(createTopology(cluster, configuration), whole, memo) : undefined,
    services: features.has('services')
      ? memo('rows of Services', undefined, whole, () => createServiceRows(cluster, configuration))
      : undefined,
  };
}

type TopologyOf = ReturnType<typeof createTopology>;

/** The base rows of a zone depend on no resource. */
function memoizeTopology(topologyOf: TopologyOf, inputs: readonly unknown[], memo: Memo): TopologyOf {
  return (zone) => memo('base rows of a zone', zone, inputs, () => topologyOf(zone));
}

/** Effects whose rows EgressIP and EgressService share. */
const EGRESS_IP_EFFECTS: ReadonlySet<Intent['effect']> = new Set(['reroute', 'translate', 'reroute-through-host']);

/** Returns the rows that all zones contain, except the rules of switches. */
function commonRows(
  { filters, portGroups, policies, egressIP, services, namespaceSets }: Parts,
  memo: Memo,
): NorthboundRows {
  // Each list is already in order.
  const lists: (readonly [table: string, rows: readonly Row[]])[] = [
    ['ACL', filters.acls],
    ['Address_Set', namespaceSets],
    ['Address_Set', filters.addressSets],
    ['Port_Group', portGroups?.shared ?? []],
    ...policies.shared,
    ...(egressIP?.shared.rows ?? []),
    ...(services?.shared.rows ?? []),
  ];
  const byTable = groupBy(
    lists.filter(([, rows]) => rows.length > 0),
    ([table]) => table,
  );
  const rows = new Map(
    [...byTable].map(([table, own]) => {
      const all = own.map(([, list]) => list);
      const [only = []] = all;
      return [table, all.length === 1 ? only : memo('common rows', table, all, () => mergeRows(all))];
    }),
  );
  const attachments = [...(egressIP?.shared.attachments ?? []), ...(services?.shared.attachments ?? [])];
  return { rows, attachments, absent: new Map() };
}

/** Returns the rows that only one zone contains, and the NATs of base routers that must not exist, as attachments. */
function rowsOfZone(
  parts: Parts,
  zone: string,
  nodes: readonly Node[],
): {
  readonly rows: NorthboundRows;
  readonly withoutNATs: readonly RowAttachment[];
} {
  const { portGroups, policies, marks, externalRoutes, topologyOf } = parts;
  const isSwitched = nodes.length > 0;
  const own: ZoneTables = new Map();
  if (topologyOf) addTables(own, topologyOf(zone));
  const egressIP = parts.egressIP?.ownOf(zone);
  const routes = externalRoutes.rowsOf(zone);
  const services = parts.services?.ownOf(zone);
  const qos = isSwitched ? (egressIP?.qos ?? []) : [];
  addRows(own, 'QoS', qos);
  if (isSwitched) addRows(own, 'Address_Set', marks.membersOf(zone));
  if (portGroups) addRows(own, 'Port_Group', portGroups.portsOf(zone, nodes));
  addTables(own, policies.ownOf(zone));
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
}

/** Returns the rules of all switches of a zone, and the address sets that they match. */
function rowsOfSwitches(rules: readonly Row[], sets: readonly Row[]): NorthboundRows {
  const rows: ZoneTables = new Map();
  const sorted = [...rules].sort(byKey);
  addRows(rows, 'Address_Set', sets);
  addRows(rows, 'QoS', sorted);
  return { rows, attachments: attachMarks(sorted), absent: new Map() };
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
