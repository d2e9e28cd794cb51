import type { RowAttachment, Columns, Row, ZoneRows } from '../../src/model/northbound.js';

type Tables = Readonly<Record<string, Readonly<Record<string, Columns>>>>;

/** A zone of the rows `table → key → columns`. */
export function zoneOf(tables: Tables, attachments: readonly RowAttachment[] = [], absent: Tables = {}): ZoneRows {
  return { zone: 'global', rows: rowsOf(tables), attachments, absent: rowsOf(absent) };
}

function rowsOf(tables: Tables): ReadonlyMap<string, readonly Row[]> {
  return new Map(
    Object.entries(tables).map(([table, rows]) => [
      table,
      Object.entries(rows).map(([key, columns]) => ({ key, columns })),
    ]),
  );
}

/** An ACL that is right in every version. */
export const ACL: Columns = {
  action: 'drop',
  direction: 'to-lport',
  external_ids: { 'k8s.ovn.org/id': 'default-network-controller:EgressFirewall:harbor:0', 'rule-index': '0' },
  match: 'inport == @a1 && ip4.dst == $a2',
  name: 'EF:harbor:0',
  priority: 10000,
};

/** A little managed topology with one of each sort of row that Weir emits. */
export const managed: ZoneRows = zoneOf(
  {
    ACL: { acl: { ...ACL, tier: 2 } },
    Address_Set: { a2: { name: 'a2', addresses: ['203.0.113.7', '203.0.113.8'] } },
    Copp: { 'ovnkube-default': { name: 'ovnkube-default', meters: { arp: 'arp-rate-limiter' } } },
    Logical_Router: {
      ovn_cluster_router: {
        name: 'ovn_cluster_router',
        copp: 'ovnkube-default',
        ports: ['rtos-worker-a'],
        policies: ['policy'],
        nat: ['nat'],
        static_routes: ['route'],
      },
    },
    Logical_Router_Policy: {
      policy: { action: 'reroute', match: 'ip4.src == $a2', nexthops: ['10.128.2.2'], priority: 100 },
    },
    Logical_Router_Port: {
      'rtos-worker-a': { name: 'rtos-worker-a', mac: '0a:58:0a:80:02:01', networks: ['10.128.2.1/23'] },
    },
    Logical_Router_Static_Route: { route: { ip_prefix: '10.128.2.0/23', nexthop: '100.64.0.2', policy: 'src-ip' } },
    Logical_Switch: { 'worker-a': { name: 'worker-a', ports: ['harbor_web', 'stor-worker-a'] } },
    Logical_Switch_Port: {
      harbor_web: { name: 'harbor_web', addresses: ['0a:58:0a:80:02:05 10.128.2.5'] },
      'stor-worker-a': { name: 'stor-worker-a', type: 'router', options: { 'router-port': 'rtos-worker-a' } },
    },
    Meter: { 'acl-logging': { name: 'acl-logging', unit: 'pktps', fair: true, bands: ['band'] } },
    Meter_Band: { band: { action: 'drop', rate: 20 } },
    NAT: { nat: { external_ip: '192.0.2.11', logical_ip: '10.128.0.0/14', options: { stateless: 'false' }, type: 'snat' } },
    NB_Global: { NB_Global: { name: 'global', options: { northd_probe_interval: '5000' } } },
    Port_Group: { a1: { name: 'a1', acls: ['acl'], ports: ['harbor_web'] } },
    QoS: { qos: { action: { dscp: 40 }, direction: 'to-lport', match: 'ip4.src == $a2', priority: 900 } },
  },
  [{ table: 'Logical_Switch', key: 'worker-a', column: 'qos_rules', references: ['qos'] }],
); // prettier-ignore

/** A copy of a zone with one row changed: undefined takes a column away. */
export function withRow(
  zone: ZoneRows,
  table: string,
  key: string,
  change: Readonly<Record<string, unknown>>,
): ZoneRows {
  const rows = zone.rows.get(table) ?? [];
  const row = rows.find((candidate) => candidate.key === key) ?? { key, columns: {} };
  const entries = Object.entries({ ...row.columns, ...change }).filter(([, value]) => value !== undefined);
  const changed: Row = { ...row, columns: Object.fromEntries(entries) as Columns };
  const others = rows.filter((candidate) => candidate.key !== key);
  return { ...zone, rows: new Map([...zone.rows, [table, [...others, changed]]]) };
}
