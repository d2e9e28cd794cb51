import type { ColumnValue, Columns, Row, ZoneRows } from '../../src/model/northbound.js';
import { listOf, mapOf, readColumnNumber, readColumnText } from '../../src/northbound/row-columns.js';
import type { Random } from '../rig/random.js';
import { pick } from '../trace/random-cluster.js';

/** A change of one row. */
export interface Mutant {
  readonly what: string;
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly value: ColumnValue;
  /** The value before, by which it is known which zones have this row. If unset, all that have its key. */
  readonly old?: ColumnValue | undefined;
}

type Change = (columns: Columns, random: Random) => readonly [column: string, value: ColumnValue] | undefined;

const ADDRESSES = ['203.0.113.5', '198.51.100.9', '10.128.2.7', '10.128.3.6'];

/** Every sort of change, with the table that it is for. */
const CHANGES: Readonly<Record<string, readonly [table: string, change: Change]>> = {
  'priority of an ACL': ['ACL', (_columns, random) => ['priority', 900 + random(200) * 50]],
  'port in a match': [
    'ACL',
    ({ match }) => {
      const text = match as string;
      const other = text.replace(
        /(dst\s*==\s*)(\d+)/,
        (_all, start: string, port: string) => `${start}${Number(port) + 1}`,
      );
      return other === text ? undefined : ['match', other];
    },
  ],
  'protocol in a match': ['ACL', ({ match }) => replaced(match, /\btcp\b/g, 'udp')],
  'address in a match': [
    'ACL',
    ({ match }) =>
      replaced(match, /203\.0\.113\.0/, '203.0.114.0') ?? replaced(match, /198\.51\.100\.0/, '198.51.101.0'),
  ],
  'length of a network in a match': ['ACL', ({ match }) => replaced(match, /\/24/, '/26')],
  'relation in a match': ['ACL', ({ match }) => replaced(match, /!=/, '==')],
  'direction of an ACL': [
    'ACL',
    (columns) => ['direction', readColumnText(columns, 'direction') === 'from-lport' ? 'to-lport' : 'from-lport'],
  ],
  'action of an ACL': [
    'ACL',
    (columns, random) => [
      'action',
      pick(
        random,
        ['drop', 'allow-related', 'reject', ...(columns.tier === undefined ? [] : ['pass'])].filter(
          (one) => one !== columns.action,
        ),
      ),
    ],
  ],
  'connection tracking of an ACL': [
    'ACL',
    ({ action }) => (action === 'allow-related' ? ['action', 'allow-stateless'] : undefined),
  ],
  'tier of an ACL': [
    'ACL',
    (columns, random) =>
      columns.tier === undefined ? undefined : ['tier', (readColumnNumber(columns, 'tier') + 1 + random(3)) % 4],
  ],
  'missing member of an address set': ['Address_Set', (columns, random) => without(columns, 'addresses', random)],
  'further member of an address set': [
    'Address_Set',
    (columns, random) => ['addresses', [...listOf(columns, 'addresses'), pick(random, ADDRESSES)].sort()],
  ],
  'missing port of a port group': ['Port_Group', (columns, random) => without(columns, 'ports', random)],
  'missing ACL of a port group': ['Port_Group', (columns, random) => without(columns, 'acls', random)],
  'value of a QoS rule': ['QoS', (_columns, random) => ['action', { dscp: random(64) }]],
  'priority of a QoS rule': ['QoS', (_columns, random) => ['priority', 900 + random(200)]],
  'network of a QoS rule': [
    'QoS',
    ({ match }) =>
      replaced(match, /203\.0\.113\.0\/\d+/, '203.0.114.0/24') ?? replaced(match, /198\.51\.100\.0/, '198.51.101.0'),
  ],
  'direction of a QoS rule': [
    'QoS',
    (columns) => ['direction', readColumnText(columns, 'direction') === 'from-lport' ? 'to-lport' : 'from-lport'],
  ],
  'missing option of an ACL': [
    'ACL',
    (columns) => (Object.keys(mapOf(columns, 'options')).length > 0 ? ['options', {}] : undefined),
  ],
  'next hop of a router policy': [
    'Logical_Router_Policy',
    (columns, random) => {
      const column = listOf(columns, 'nexthops').length > 0 ? 'nexthops' : 'nexthop';
      const hops = listOf(columns, column);
      const other = otherHop(hops, random);
      return hops.length === 0 ? undefined : [column, column === 'nexthop' ? other : [other, ...hops.slice(1)]];
    },
  ],
  'missing next hop of a router policy': [
    'Logical_Router_Policy',
    (columns, random) => without(columns, 'nexthops', random),
  ],
  'action of a router policy': [
    'Logical_Router_Policy',
    (columns, random) => [
      'action',
      pick(
        random,
        ['drop', 'allow'].filter((one) => one !== columns.action),
      ),
    ],
  ],
  'priority of a router policy': ['Logical_Router_Policy', (_columns, random) => ['priority', random(1100)]],
  'source in the match of a router policy': [
    'Logical_Router_Policy',
    ({ match }) => replaced(match, /(ip4\.src == 10\.\d+\.\d+)\.(\d+)/, '$1.99'),
  ],
  'mark of a router policy': [
    'Logical_Router_Policy',
    (columns) =>
      Object.keys(mapOf(columns, 'options')).includes('pkt_mark') ? ['options', { pkt_mark: '7' }] : undefined,
  ],
  'external address of a translation': ['NAT', () => ['external_ip', '192.168.50.77']],
  'logical address of a translation': [
    'NAT',
    ({ logical_ip }) => replacedIn('logical_ip', logical_ip, /\.\d+$/, '.99'),
  ],
  'missing translation of a router': ['Logical_Router', (columns, random) => without(columns, 'nat', random)],
  'next hop of a route': [
    'Logical_Router_Static_Route',
    (columns, random) => ['nexthop', otherHop([readColumnText(columns, 'nexthop')], random)],
  ],
  'prefix of a route': [
    'Logical_Router_Static_Route',
    ({ ip_prefix }) => replacedIn('ip_prefix', ip_prefix, /^0\.0\.0\.0\/0$/, '203.0.113.0/25'),
  ],
  'missing route of a router': ['Logical_Router', (columns, random) => without(columns, 'static_routes', random)],
  'missing policy of a router': ['Logical_Router', (columns, random) => without(columns, 'policies', random)],
  'backend of a load balancer': [
    'Load_Balancer',
    ({ vips }) => changedVips(vips, (target) => target.replace(/\d+(?=\]?:\d+$)/, '99')),
  ],
  'port of a backend': ['Load_Balancer', ({ vips }) => changedVips(vips, (target) => `${target}1`)],
  'missing backends of a load balancer': ['Load_Balancer', ({ vips }) => changedVips(vips, () => '')],
  'protocol of a load balancer': ['Load_Balancer', ({ protocol }) => ['protocol', protocol === 'udp' ? 'tcp' : 'udp']],
  'missing load balancer of a group': [
    'Load_Balancer_Group',
    (columns, random) => without(columns, 'load_balancer', random),
  ],
};

/** Next hops that rows get. With an output port, OVN sends to one in no network of the port too. */
export const OTHER_HOPS = {
  IPv4: ['100.64.0.2', '100.64.0.3', '192.168.50.101', '100.88.0.3'],
  IPv6: ['fd98::2', 'fd98::3', 'fd00:50::14', 'fd97::3'],
};

/** A next hop of the family of the others: releases of OVN differ in what they do with one of the other family. */
function otherHop(hops: readonly string[], random: Random): string {
  return pick(random, OTHER_HOPS[hops.some((hop) => hop.includes(':')) ? 'IPv6' : 'IPv4']);
}

/** Sorts whose rows determine the backends of Services. */
export const SERVICE_SORTS = Object.keys(CHANGES).filter((sort) => /backend|balancer/.test(sort));
/** Sorts whose rows determine where packets leave the cluster. */
export const EGRESS_SORTS = Object.keys(CHANGES).filter((sort) => /router|translation|route/.test(sort));
export const SORTS = Object.keys(CHANGES);
/** Sorts whose rows determine verdicts and marks. */
export const FILTER_SORTS = SORTS.filter((sort) => !EGRESS_SORTS.includes(sort) && !SERVICE_SORTS.includes(sort));

/** The virtual addresses of a load balancer, with another first backend of each. */
function changedVips(
  vips: ColumnValue | undefined,
  change: (target: string) => string,
): readonly [string, ColumnValue] | undefined {
  const all = Object.entries(mapOf({ vips: vips ?? {} }, 'vips')).map(([vip, targets]) => {
    const [first = '', ...more] = String(targets).split(',');
    return [vip, first === '' ? '' : [change(first), ...more].filter((one) => one !== '').join()] as const;
  });
  return all.some(([, targets]) => targets !== '') || Object.keys(vips ?? {}).length > 0
    ? ['vips', Object.fromEntries(all)]
    : undefined;
}

function replaced(
  value: ColumnValue | undefined,
  from: RegExp,
  to: string,
): readonly [string, ColumnValue] | undefined {
  return replacedIn('match', value, from, to);
}

function replacedIn(
  column: string,
  value: ColumnValue | undefined,
  from: RegExp,
  to: string,
): readonly [string, ColumnValue] | undefined {
  const text = value as string;
  const changed = text.replace(from, to);
  return changed === text ? undefined : [column, changed];
}

function without(columns: Columns, column: string, random: Random): readonly [string, ColumnValue] | undefined {
  const members = listOf(columns, column);
  if (members.length === 0) return undefined;
  const gone = pick(random, members);
  return [column, members.filter((one) => one !== gone)];
}

/** A random change of a sort; undefined where no row takes it. */
export function randomMutant(sort: string, zones: readonly ZoneRows[], random: Random): Mutant | undefined {
  const [table, change] = CHANGES[sort] ?? [];
  const rows = zones.flatMap((zone) => zone.rows.get(table ?? '') ?? []);
  for (let tries = 0; table !== undefined && change && rows.length > 0 && tries < 10; tries++) {
    const row = pick(random, rows);
    const changed = change(row.columns, random);
    if (changed) {
      const [column, value] = changed;
      return { what: sort, table, key: row.key, column, value, old: row.columns[column] };
    }
  }
  return undefined;
}

/** The rows with a changed one, in every zone that has it. */
export function applyMutant(zones: readonly ZoneRows[], { table, key, column, value, old }: Mutant): ZoneRows[] {
  const changed = new Map<Row, Row>();
  const change = (row: Row): Row => {
    if (row.key !== key) return row;
    if (old !== undefined && JSON.stringify(row.columns[column]) !== JSON.stringify(old)) return row;
    // Rows may have getters, which a spread loses.
    const { cause, closes } = row;
    const columns = { ...row.columns, [column]: value };
    const known = changed.get(row) ?? { key, columns, ...(cause ? { cause } : {}), ...(closes ? { closes } : {}) };
    changed.set(row, known);
    return known;
  };
  return zones.map((zone) => ({
    ...zone,
    rows: new Map([...zone.rows].map(([name, rows]) => [name, name === table ? rows.map(change) : rows])),
  }));
}
