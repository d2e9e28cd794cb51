import { describe, expect, it } from 'vitest';
import { diffZone } from '../../../../src/apply/northbound/diff/index.js';
import { createLiveIndex } from '../../../../src/apply/northbound/diff/live-index.js';
import { governedSchema } from '../../../../src/apply/northbound/wire/governed-columns.js';
import { ownerOf, isMarkedOurs } from '../../../../src/apply/northbound/diff/ownership.js';
import { describeOtherRelease } from '../../../../src/apply/northbound/diff/other-release.js';
import { DEFAULT_RELEASE, RELEASES, releaseCalled } from '../../../../src/ovn-kubernetes/releases/index.js';
import type { ReleaseProfile } from '../../../../src/model/release.js';
import { objectIds } from '../../../../src/ovn-kubernetes/object-ids.js';
import { databaseOf, zoneOf } from './live.js';

const isOurs = (
  table: string,
  ids: Readonly<Record<string, string>>,
  managed = false,
  services = false,
  asked: readonly string[] = [],
  release = DEFAULT_RELEASE,
): boolean =>
  isMarkedOurs(table, (name) => ids[name], { release, managed, services, asked: new Map([[table, new Set(asked)]]) });

describe('a row of the Northbound database', () => {
  it.each([
    ['ACL', 'EgressFirewall'],
    ['Address_Set', 'EgressFirewallDNS'],
    ['Address_Set', 'EgressIP'],
    ['Address_Set', 'EgressQoS'],
    ['Address_Set', 'EgressService'],
    ['Logical_Router_Policy', 'EgressIP'],
    ['NAT', 'EgressIP'],
    ['Port_Group', 'Namespace'],
    ['QoS', 'EgressIP'],
    ['QoS', 'EgressQoS'],
  ])('of %s with the owner type %s is ours in every topology', (table, type) => {
    const ids = objectIds(type, ['name', 'shop']);
    expect([isOurs(table, ids), isOurs(table, ids, true)]).toEqual([true, true]);
  });

  it.each([
    ['ACL', 'NetpolDefault'],
    ['ACL', 'NetpolNode'],
    ['Port_Group', 'Cluster'],
  ])('of %s with the owner type %s is ours where Weir manages the topology', (table, type) => {
    const ids = objectIds(type, ['name', 'shop']);
    expect([isOurs(table, ids), isOurs(table, ids, true)]).toEqual([false, true]);
  });

  it.each([
    ['ACL', 'MulticastNS'],
    ['Address_Set', 'Namespace'],
    ['Address_Set', 'HybridNodeRoute'],
    ['NAT', 'EgressService'],
    ['Logical_Router_Static_Route', 'EgressIP'],
  ])('of %s with the owner type %s is not ours', (table, type) => {
    const ids = objectIds(type, ['name', 'shop']);
    expect([isOurs(table, ids), isOurs(table, ids, true)]).toEqual([false, false]);
  });

  it.each([
    ['ACL', 'AdminNetworkPolicy'],
    ['ACL', 'NetpolNamespace'],
    ['ACL', 'NetworkPolicy'],
    ['Address_Set', 'BaselineAdminNetworkPolicy'],
    ['Address_Set', 'PodSelector'],
    ['Port_Group', 'NetworkPolicy'],
  ])(
    'of %s with the owner type %s is ours where it is asked for or managed, for live controllers make others',
    (table, type) => {
      const ids = objectIds(type, ['name', 'shop']);
      const asked = [ids['k8s.ovn.org/id']];
      expect([isOurs(table, ids), isOurs(table, ids, false, false, asked), isOurs(table, ids, true)]).toEqual([
        false,
        true,
        true,
      ]);
      expect(isOurs(table, { ...ids, 'weir-egress/zone': 'global' })).toBe(true);
    },
  );

  it('of another network is not ours', () => {
    const ids = {
      ...objectIds('EgressIP', ['name', 'shop']),
      'k8s.ovn.org/owner-controller': 'blue-network-controller',
    };
    expect(isOurs('Address_Set', ids, true)).toBe(false);
  });

  it('that is the load balancer of a Service is ours where they are compiled for an external topology', () => {
    const ids = { 'k8s.ovn.org/kind': 'Service', 'k8s.ovn.org/owner': 'shop/web' };
    expect(isOurs('Load_Balancer', ids, false, true)).toBe(true);
    expect(isOurs('Load_Balancer', ids)).toBe(false);
    expect(isOurs('Load_Balancer', { ...ids, 'k8s.ovn.org/network': 'blue' }, false, true)).toBe(false);
    expect(isOurs('Load_Balancer', { 'k8s.ovn.org/owner': 'shop/web' }, false, true)).toBe(false);
  });

  it('with the marker is ours in every table', () => {
    expect(isOurs('Logical_Router_Static_Route', { 'weir-egress/zone': 'global' })).toBe(true);
    expect(isOurs('Logical_Router_Static_Route', {})).toBe(false);
  });
});

it.each(['EgressFirewallDNS', 'EgressIP', 'EgressQoS', 'EgressService'])(
  'an address set of an %s that is gone is removed',
  (type) => {
    const row = { name: 'a1', addresses: ['10.128.0.5'], external_ids: objectIds(type, ['name', 'shop']) };
    const live = databaseOf(zoneOf({ rows: { Address_Set: { a1: row } } }));
    const { changes, owned } = diffZone(zoneOf({ rows: {} }), live);
    expect(changes).toMatchObject([{ drift: 'stale', sort: 'Address_Set', name: 'a1' }]);
    expect(owned).toBe(1);
  },
);

it.each([
  ['ACL', 'EgressFirewall', 'shop', 'EgressFirewall shop/default'],
  ['QoS', 'EgressQoS', 'shop', 'EgressQoS shop/default'],
  ['NAT', 'EgressIP', 'ferry_shop/web', 'EgressIP ferry'],
  ['Logical_Router_Policy', 'EgressIP', 'EIP-No-Reroute-pod-to-pod', ''],
  ['Address_Set', 'EgressIP', 'egressip-served-pods', ''],
  ['Address_Set', 'EgressService', 'egresssvc-served-pods', ''],
  ['Port_Group', 'Namespace', 'shop', 'Namespace shop'],
  ['ACL', 'NetpolNode', 'otter', ''],
])('a row of %s with the owner type %s and the name %s is of %j', (table, type, name, owner) => {
  const ids = objectIds(type, ['name', name]);
  expect(ownerOf(table, (key) => ids[key], DEFAULT_RELEASE)).toBe(owner);
});

it.each([
  ['EgressIP', false],
  ['HybridNodeRoute', true],
  ['PodSelector', true],
])('an address set that Weir makes with the owner type %s gets the marker: %s', (type, isMarked) => {
  const row = { name: 'a1', addresses: ['10.128.0.5'], external_ids: objectIds(type, ['name', 'shop']) };
  const zone = zoneOf({ rows: { Address_Set: { a1: row } } });
  const operations = [
    ...(diffZone(zone, databaseOf(zoneOf({ rows: {} })))
      .transactions({ operations: 10, bytes: 1e6 })
      .next()?.operations ?? []),
  ];
  expect(JSON.stringify(operations).includes('"weir-egress/zone"')).toBe(isMarked);
});

it('an address set with the marker is changed and removed, whatever its owner type', () => {
  const external_ids = { ...objectIds('PodSelector', ['name', 'shop']), 'weir-egress/zone': 'global' };
  const live = databaseOf(zoneOf({ rows: { Address_Set: { a1: { name: 'a1', external_ids } } } }));
  const wanted = { name: 'a1', addresses: ['10.128.0.5'], external_ids: objectIds('PodSelector', ['name', 'shop']) };
  expect(diffZone(zoneOf({ rows: { Address_Set: { a1: wanted } } }), live).changes).toMatchObject([
    { drift: 'changed', name: 'a1' },
  ]);
  expect(diffZone(zoneOf({ rows: {} }), live).changes).toMatchObject([{ drift: 'stale', name: 'a1' }]);
});

it('a static MAC binding is ours where its router port is, in a topology that Weir manages', () => {
  const binding = (port: string) => ({ ip: '169.254.169.4', logical_port: port, mac: '0a:58:a9:fe:a9:04' });
  const rows = {
    Logical_Router_Port: {
      ours: { name: 'ours', external_ids: { 'weir-egress/zone': 'global' } },
      theirs: { name: 'theirs' },
    },
    Static_MAC_Binding: { 'ours 169.254.169.4': binding('ours'), 'theirs 169.254.169.4': binding('theirs') },
  };
  const database = databaseOf(zoneOf({ rows, attachments: {} }));
  const ownPorts = (managed: boolean): unknown[] => {
    const { schemaVersion, available, rows: live } = database;
    const scope = { release: DEFAULT_RELEASE, managed, services: false, asked: new Map<never, never>() };
    const { entries, update } = createLiveIndex(governedSchema(schemaVersion, available), scope);
    update(live, new Set(), new Map());
    return [...entries.of('Static_MAC_Binding').values()]
      .filter(({ isOurs: own }) => own)
      .map(({ row }) => row.logical_port);
  };
  expect(ownPorts(true)).toEqual(['ours']);
  expect(ownPorts(false)).toEqual([]);
});

const OLDEST = releaseCalled('openshift-4.15');

describe('a row that old releases write without an owner type', () => {
  it.each([
    ['QoS', { EgressQoS: 'shop' }, 'EgressQoS shop/default', ['openshift-4.15']],
    ['NAT', { name: 'ferry' }, 'EgressIP ferry', ['openshift-4.15', '1.0']],
    ['Logical_Router_Policy', { name: 'ferry' }, 'EgressIP ferry', ['openshift-4.15', '1.0']],
    ['Port_Group', { name: 'shop' }, 'Namespace shop', ['openshift-4.15']],
    ['Port_Group', { name: 'clusterPortGroup' }, '', []],
    ['Logical_Router_Policy', {}, '', []],
    ['NAT', {}, '', []],
    ['QoS', { name: 'shop' }, '', []],
    ['Logical_Router_Static_Route', { name: 'ferry' }, '', []],
  ])('%s with the ids %j is of %j, and ours in %j only', (table, ids, owner, names) => {
    const own = RELEASES.filter((release) => isOurs(table, ids, false, false, [], release));
    expect(own.map(({ name }) => name)).toEqual(names);
    for (const release of own)
      expect(ownerOf(table, (key) => (ids as Record<string, string>)[key], release)).toBe(owner);
  });

  it.each([
    ['Port_Group', { name: 'shop_close' }, 'NetworkPolicy shop/close'],
    ['Port_Group', { name: 'ANP:upper', AdminNetworkPolicy: 'upper' }, 'AdminNetworkPolicy upper'],
    ['Port_Group', { name: 'a5070520980968400785_egressDefaultDeny' }, ''],
  ])('%s with the ids %j is ours if it is asked for, for live controllers make others', (table, ids, owner) => {
    expect(isOurs(table, ids, false, false, [], OLDEST)).toBe(false);
    expect(isOurs(table, ids, false, false, [ids.name], OLDEST)).toBe(true);
    expect(isOurs(table, ids, false, false, [ids.name])).toBe(false);
    expect(ownerOf(table, (key) => (ids as Record<string, string>)[key], OLDEST)).toBe(owner);
  });

  it('is removed once no resource asks for it, and one of another controller stays', () => {
    const rows = {
      QoS: {
        '1000 ip4': { priority: 1000, match: 'ip4', external_ids: { EgressQoS: 'shop' } },
        '900 ip6': { priority: 900, match: 'ip6', external_ids: { scanner: 'on' } },
      },
    };
    const { changes, owned } = diffZone(zoneOf({ rows: {} }), databaseOf(zoneOf({ rows })), OLDEST);
    expect(changes).toMatchObject([{ drift: 'stale', sort: 'QoS', owner: 'EgressQoS shop/default' }]);
    expect(owned).toBe(1);
    expect(diffZone(zoneOf({ rows: {} }), databaseOf(zoneOf({ rows }))).changes).toEqual([]);
  });
});

describe('the address set of a namespace', () => {
  const external_ids = objectIds('Namespace', ['name', 'shop'], ['ip-family', 'v4']);
  const live = databaseOf(zoneOf({ rows: { Address_Set: { a1: { name: 'a1', external_ids } } } }));
  const zone = zoneOf({ rows: { Address_Set: { a1: { name: 'a1', addresses: ['10.128.0.5'], external_ids } } } });

  it('is brought to what is asked for in a release that has it', () => {
    expect(diffZone(zone, live, OLDEST).changes).toMatchObject([{ drift: 'changed', sort: 'Address_Set' }]);
    expect(diffZone(zone, live).changes).toMatchObject([{ drift: 'foreign', sort: 'Address_Set' }]);
  });

  it('is left to live controllers where no row asks for it', () => {
    expect(diffZone(zoneOf({ rows: {} }), live, OLDEST).changes).toEqual([]);
  });
});

describe('rows of a release', () => {
  /** A database with the rows that every cluster of a release has. */
  const live = (release: ReleaseProfile, schemaVersion = release.ovnSchemaVersion, hasEgressIP = true) => {
    const { portGroups, egressIP, namespaces } = release;
    const group = portGroups.ofCluster('clusterPortGroup');
    const sets = [
      ...(hasEgressIP ? [egressIP.nodeAddresses('IPv4'), egressIP.servedPods('IPv4')] : []),
      ...(namespaces.addressSet ? [namespaces.addressSet('shop', 'IPv4')] : []),
    ];
    const rowOf = ({ key, external_ids }: typeof group) => [key, { name: key, external_ids }] as const;
    const rows = { Port_Group: Object.fromEntries([rowOf(group)]), Address_Set: Object.fromEntries(sets.map(rowOf)) };
    return databaseOf(zoneOf({ rows }), schemaVersion);
  };

  it('are not told apart from those of the release that is configured', () => {
    for (const release of RELEASES) expect(describeOtherRelease(live(release), release), release.name).toBeUndefined();
  });

  it.each([
    ['1.1', '1.3', '1.1'],
    ['1.3', '1.1', '1.3'],
    ['openshift-4.15', '1.3', 'openshift-4.15'],
    ['openshift-4.15', '1.0', 'openshift-4.15'],
    ['1.0', 'openshift-4.15', '1.0'],
    ['1.2', '1.0', '1.2'],
    ['next', '1.3', 'next'],
    ['1.3', 'next', '1.3'],
  ])('of %s look like another one than %s', (written, configured, shown) => {
    expect(describeOtherRelease(live(releaseCalled(written)), releaseCalled(configured))).toBe(
      `these rows match ${shown}, but 'ovnKubernetes' is ${configured}: most differences are those of the releases`,
    );
  });

  it('are those of several releases if neither names nor the schema tell them apart', () => {
    expect(describeOtherRelease(live(releaseCalled('1.1'), '7.6.0'), DEFAULT_RELEASE)).toContain(
      'match 1.1 or 1.2, but',
    );
    expect(describeOtherRelease(live(releaseCalled('1.1'), '7.6.0', false), DEFAULT_RELEASE)).toContain(
      'match 1.0 or 1.1 or 1.2, but',
    );
  });

  it('are those of no release in a database that has none of them', () => {
    expect(describeOtherRelease(databaseOf(zoneOf({ rows: {} })), OLDEST)).toBeUndefined();
  });
});
