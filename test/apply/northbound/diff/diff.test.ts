import { describe, expect, it } from 'vitest';
import type { OvsdbRow } from '../../../../src/clients/ovsdb/index.js';
import { objectIds } from '../../../../src/ovn-kubernetes/object-ids.js';
import { diffZone } from '../../../../src/apply/northbound/diff/index.js';
import { type ZoneFile, firewalls, groupOf } from '../northbound.js';
import { databaseOf, operationsBetween, zoneOf } from './live.js';

const RULES = ['allow 203.0.113.0/24', 'drop 0.0.0.0/0'];

/** What operations do, without what they do it with. */
const kindsOf = (operations: readonly { readonly op: string; readonly table?: string }[] = []): string[] =>
  operations.map(({ op, table }) => `${op} ${table ?? ''}`);

describe('the difference between a database and a zone', () => {
  it('is nothing when the database holds the rows', () => {
    const { changes, transactions, owned } = diffZone(
      zoneOf(firewalls({ shop: RULES })),
      databaseOf(zoneOf(firewalls({ shop: RULES }))),
    );
    expect([changes, owned, transactions({ operations: 10, bytes: 1e6 }).next()]).toEqual([[], 3, undefined]);
  });

  it('is a comparison and an update for a rule that changed, among 100,000', () => {
    const all = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`team-${index}`, Array<string>(20).fill('allow 192.0.2.0/24')]),
    );
    const changed = { ...all, 'team-77': [...Array<string>(19).fill('allow 192.0.2.0/24'), 'drop 0.0.0.0/0'] };
    expect(operationsBetween(firewalls(all), firewalls(changed)).map(kindsOf)).toEqual([['wait ACL', 'update ACL']]);
  });

  it('is an insert and a mutation for a rule that is new, and a mutation for one that is gone', () => {
    const [one, two] = [firewalls({ shop: RULES }), firewalls({ shop: [...RULES, 'drop 192.0.2.0/24'] })];
    expect(operationsBetween(one, two).map(kindsOf)).toEqual([['wait Port_Group', 'insert ACL', 'mutate Port_Group']]);
    expect(operationsBetween(two, one).map(kindsOf)).toEqual([['wait Port_Group', 'mutate Port_Group']]);
  });

  it('writes only the columns that differ, and compares with the version that was seen', () => {
    const [operations] = operationsBetween(
      firewalls({ shop: RULES }),
      firewalls({ shop: ['drop 203.0.113.0/24', RULES[1] ?? ''] }),
    );
    const uuid = ['uuid', 'ACL default-network-controller:EgressFirewall:shop:0'];
    expect(operations).toEqual([
      {
        op: 'wait',
        table: 'ACL',
        where: [['_uuid', '==', uuid]],
        timeout: 0,
        columns: ['_version'],
        until: '==',
        rows: [{ _version: ['uuid', 'first'] }],
      },
      { op: 'update', table: 'ACL', where: [['_uuid', '==', uuid]], row: { action: 'drop' } },
    ]);
  });

  it('keeps all rules of a namespace in one transaction, however small the limit of transactions', () => {
    const zone = firewalls({ shop: RULES, media: RULES });
    const transactions = operationsBetween(firewalls({}), zone, 1);
    expect(transactions.map(kindsOf)).toEqual([
      ['insert Port_Group', 'insert ACL', 'insert ACL'],
      ['insert Port_Group', 'insert ACL', 'insert ACL'],
    ]);
  });

  it('changes an address set together with the rules that begin or end to match it', () => {
    const withSet = (addresses: readonly string[], rules: readonly string[]): ZoneFile => {
      const { rows } = firewalls({ shop: rules, media: ['drop 0.0.0.0/0'] });
      const ids = {
        'k8s.ovn.org/owner-controller': 'default-network-controller',
        'k8s.ovn.org/owner-type': 'EgressFirewallDNS',
      };
      return { rows: { ...rows, Address_Set: { a1: { name: 'a1', addresses, external_ids: ids } } } };
    };
    const transactions = operationsBetween(
      withSet(['192.0.2.1'], ['drop $a1']),
      withSet(['192.0.2.2'], ['drop 192.0.2.1/32']),
      1,
    );
    expect(transactions.map(kindsOf)).toEqual([['wait Address_Set', 'wait ACL', 'update Address_Set', 'update ACL']]);
  });

  it('makes what is referred to before what refers to it, and takes it away after', () => {
    const topology = (ports: readonly string[]): ZoneFile => ({
      rows: {
        NB_Global: { global: { name: 'global' } },
        ...firewalls({ shop: RULES }).rows,
        Port_Group: { [groupOf('shop')]: { ...firewalls({ shop: RULES }).rows.Port_Group?.[groupOf('shop')], ports } },
        Logical_Switch: { worker: { name: 'worker', ports } },
        Logical_Switch_Port: Object.fromEntries(ports.map((name) => [name, { name }])),
      },
    });
    const nothing: ZoneFile = { rows: { NB_Global: { global: { name: 'global' } } } };
    expect(operationsBetween(nothing, topology(['shop_web']), 1).map(kindsOf)).toEqual([
      ['insert Port_Group', 'insert ACL', 'insert ACL'],
      ['wait Logical_Switch', 'insert Logical_Switch'],
      [
        'wait Logical_Switch',
        'wait Port_Group',
        'insert Logical_Switch_Port',
        'mutate Logical_Switch',
        'mutate Port_Group',
      ],
    ]);
  });

  it('is a problem where the server lacks a column that the rows need', () => {
    const zone = zoneOf({ rows: { ACL: { x: { action: 'pass', direction: 'to-lport', match: 'ip', tier: 2 } } } });
    expect(diffZone(zone, databaseOf(zoneOf({ rows: {} }), '7.0.0')).problems).toEqual([
      "ACL 'x', action: 'pass' is not one of allow, allow-related, allow-stateless, drop, reject in schema 7.0.0, but later schemas support it",
    ]);
  });

  it('leaves the tier out where the server has none, if all rows have the same', () => {
    const zone = firewalls({ shop: RULES });
    const { problems, changes } = diffZone(zoneOf(zone), databaseOf(zoneOf({ rows: {} }), '7.0.0'));
    expect([problems, changes.length]).toEqual([[], 3]);
  });

  it('does not take a base row without the marker for its own, unless it is as desired', () => {
    const router = (options: Record<string, string>): ZoneFile => ({
      rows: {
        NB_Global: { global: { name: 'global' } },
        Logical_Router: { ovn_cluster_router: { name: 'ovn_cluster_router', options } },
      },
    });
    const driftOf = (live: ZoneFile, desired: ZoneFile) =>
      diffZone(zoneOf(desired), databaseOf(zoneOf(live))).changes.map(({ drift, fields }) => [
        drift,
        fields.map(({ name }) => name),
      ]);
    expect(driftOf(router({ a: '1' }), router({ a: '1' }))).toEqual([['changed', ['external_ids']]]);
    expect(driftOf(router({ a: '1' }), router({ a: '2' }))).toEqual([['foreign', ['options']]]);
  });

  it('changes its own row when a foreign row with the same id comes first', () => {
    const ids = objectIds('EgressQoS', ['name', 'shop'], ['rule-index', 0]);
    const foreign = { 'k8s.ovn.org/id': ids['k8s.ovn.org/id'] };
    const rows = {
      QoS: {
        a: { priority: 1000, match: 'ip4', external_ids: foreign },
        b: { priority: 999, match: 'ip4', external_ids: ids },
      },
    };
    const wanted = { QoS: { [ids['k8s.ovn.org/id']]: { priority: 998, match: 'ip4', external_ids: ids } } };
    const { changes } = diffZone(zoneOf({ rows: wanted }), databaseOf(zoneOf({ rows })));
    expect(changes).toMatchObject([{ drift: 'changed', sort: 'QoS', fields: [{ name: 'priority' }] }]);
  });

  it('keeps the port group of a namespace that is gone while it has an ACL that no read row is', () => {
    const live = databaseOf(zoneOf(firewalls({ shop: [] })));
    const groups = (live.rows.get('Port_Group') ?? []).map((row): OvsdbRow => ({
      ...row,
      acls: ['set', [['uuid', 'ACL unknown']]],
    }));
    const withUnknown = { ...live, rows: new Map([...live.rows, ['Port_Group', groups]]) };
    const empty = zoneOf({ rows: {} });
    expect(diffZone(empty, live).changes).toMatchObject([{ drift: 'stale', sort: 'Port_Group' }]);
    expect(diffZone(empty, withUnknown).changes).toEqual([]);
  });

  it('is nothing for a base row that has the marker and is as desired', () => {
    const zone = (external_ids: Record<string, string>): ZoneFile => ({
      rows: {
        NB_Global: { global: { name: 'global' } },
        Logical_Router: { ovn_cluster_router: { name: 'ovn_cluster_router', external_ids } },
      },
    });
    const live = databaseOf(zoneOf(zone({ 'weir-egress/zone': 'global' })));
    expect(diffZone(zoneOf(zone({})), live).changes).toEqual([]);
  });

  it('marks the base rows that it makes, and no row that says by itself whose it is or has no place for it', () => {
    const base: ZoneFile = {
      rows: {
        ...firewalls({ shop: RULES.slice(1) }).rows,
        NB_Global: { global: { name: 'global' } },
        Load_Balancer_Group: { clusterLBGroup: { name: 'clusterLBGroup' } },
        Logical_Router: {
          ovn_cluster_router: { name: 'ovn_cluster_router', external_ids: { 'k8s-cluster-router': 'yes' } },
        },
      },
    };
    const inserts = operationsBetween({ rows: { NB_Global: base.rows.NB_Global ?? {} } }, base)
      .flat()
      .flatMap((operation) => (operation.op === 'insert' ? [operation] : []));
    const idsOf = (table: string): string[] =>
      inserts
        .filter((one) => one.table === table)
        .flatMap(({ row: { external_ids: ids } }) => (ids as [string, [string, string][]] | undefined)?.[1] ?? [])
        .map(([key]) => key);
    expect(inserts.map(({ table }) => table).sort()).toEqual([
      'ACL',
      'Load_Balancer_Group',
      'Logical_Router',
      'Port_Group',
    ]);
    expect(idsOf('Logical_Router')).toEqual(['k8s-cluster-router', 'weir-egress/zone']);
    expect(idsOf('Load_Balancer_Group')).toEqual([]);
    for (const table of ['ACL', 'Port_Group']) expect(idsOf(table)).not.toContain('weir-egress/zone');
  });

  it('removes the translations that must not be there, and puts ours in their place at once', () => {
    const nat = (type: Record<string, unknown>): Record<string, unknown> => ({
      type: 'snat',
      logical_ip: '10.128.0.5',
      ...type,
    });
    const key = 'GR_worker|snat|192.0.2.9|10.128.0.5';
    const own = 'default-network-controller:EgressIP:prod_shop/web:ip4';
    const ids = {
      'k8s.ovn.org/id': own,
      'k8s.ovn.org/owner-controller': 'default-network-controller',
      'k8s.ovn.org/owner-type': 'EgressIP',
    };
    const live: ZoneFile = {
      rows: {
        NAT: { [key]: nat({ external_ip: '192.0.2.9' }) },
        Logical_Router: { GR_worker: { name: 'GR_worker', nat: [key] } },
      },
    };
    const desired: ZoneFile = {
      rows: { NAT: { [own]: nat({ external_ip: '198.51.100.1', external_ids: ids }) } },
      attachments: { Logical_Router: { GR_worker: { nat: [own] } } },
      absent: { NAT: { [key]: nat({ external_ip: '192.0.2.9' }) } },
    };
    expect(operationsBetween(live, desired, 1)).toMatchObject([
      [
        { op: 'wait' },
        { op: 'insert', table: 'NAT' },
        {
          op: 'mutate',
          mutations: [
            ['nat', 'insert', expect.anything()],
            ['nat', 'delete', ['set', [['uuid', `NAT ${key}`]]]],
          ],
        },
      ],
    ]);
  });

  it('has another digest when anything moves that it would replace or take away, however little of it is shown', () => {
    const ids = {
      'k8s.ovn.org/owner-controller': 'default-network-controller',
      'k8s.ovn.org/owner-type': 'EgressFirewallDNS',
    };
    const setOf = (...hosts: readonly number[]): ZoneFile => ({
      rows: {
        Address_Set: {
          a1: { name: 'a1', addresses: hosts.map((host) => `192.0.2.${100 + host}`), external_ids: ids },
        },
      },
    });
    const many = Array.from({ length: 30 }, (_, index) => index);
    const between = (live: ZoneFile, desired: ZoneFile) => diffZone(zoneOf(desired), databaseOf(zoneOf(live)));
    const [before, after] = [between(setOf(...many), setOf(0)), between(setOf(...many.slice(0, 29), 31), setOf(0))];
    expect(after.changes).toEqual(before.changes);
    expect(after.observed()).not.toBe(before.observed());
    const [one, other] = [setOf(1), setOf(2)].map((live) => between(live, { rows: {} }));
    expect(other?.changes).toEqual(one?.changes);
    expect(other?.observed()).not.toBe(one?.observed());
  });
});
