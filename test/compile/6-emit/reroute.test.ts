import { describe, expect, it } from 'vitest';
import {
  coot,
  duck,
  dualStack,
  dualStackNodeOf,
  egressOf,
  nodesOf,
  podOf,
  pointOf,
  reroutesOf,
  rowsOf,
  translationsOf,
  zoneOf,
} from './fixture.js';

const IC = { interconnect: true };

describe('a central database', () => {
  const [heron, egret, stork] = nodesOf(false);
  const points = [pointOf(egret, '198.18.1.100'), pointOf(stork, '198.18.1.101')];

  it('sends every pod to the gateway routers of all its egress nodes, and each of them translates it', () => {
    const zone = zoneOf('global', [heron, egret, stork], egressOf('shop', [duck, coot], points));
    expect(reroutesOf(zone)).toEqual({
      '100:shop_pond/coot:ip4:default ip4.src == 10.60.3.7': ['100.64.0.3', '100.64.0.4'],
      '100:shop_pond/duck:ip4:default ip4.src == 10.60.2.7': ['100.64.0.3', '100.64.0.4'],
    });
    expect(translationsOf(zone)).toEqual([
      'GR_egret: 10.60.3.7 -> 198.18.1.100',
      'GR_egret: 10.60.2.7 -> 198.18.1.100',
      'GR_stork: 10.60.3.7 -> 198.18.1.101',
      'GR_stork: 10.60.2.7 -> 198.18.1.101',
    ]);
  });

  it('numbers translations of one pod that share an identity, in the order of their routers', () => {
    const zone = zoneOf('global', [heron, egret, stork], egressOf('shop', [duck], [...points].reverse()));
    const nats = rowsOf(zone, 'NAT', 'shop_pond/duck');
    expect(Object.entries(nats).map(([key, { external_ip }]) => [key, external_ip])).toEqual([
      ['shop_pond/duck:ip4#1', '198.18.1.100'],
      ['shop_pond/duck:ip4#2', '198.18.1.101'],
    ]);
  });

  it('has the columns of OVN-Kubernetes on both rows', () => {
    const zone = zoneOf('global', [heron, egret, stork], egressOf('shop', [duck], points.slice(0, 1)));
    expect(rowsOf(zone, 'NAT', '')['shop_pond/duck:ip4']).toEqual({
      type: 'snat',
      external_ip: '198.18.1.100',
      logical_ip: '10.60.2.7',
      logical_port: 'k8s-egret',
      external_port_range: '40000-50000',
      options: { stateless: 'false' },
      external_ids: {
        'ip-family': 'ip4',
        'k8s.ovn.org/id': 'default-network-controller:EgressIP:shop_pond/duck:ip4',
        'k8s.ovn.org/name': 'shop_pond/duck',
        'k8s.ovn.org/owner-controller': 'default-network-controller',
        'k8s.ovn.org/owner-type': 'EgressIP',
      },
    });
    expect(rowsOf(zone, 'Logical_Router_Policy', ':100:')['100:shop_pond/duck:ip4:default']).toMatchObject({
      action: 'reroute',
      priority: 100,
      external_ids: { priority: '100', network: 'default' },
    });
  });

  it('gives nothing to an address whose node has no id: no gateway router can be named as the next hop', () => {
    const anonymous = { ...egret, nodeId: Number.NaN };
    const zone = zoneOf('global', [heron, anonymous], egressOf('shop', [duck], [pointOf(anonymous, '198.18.1.100')]));
    expect(reroutesOf(zone)).toEqual({});
  });
});

describe('interconnect, primary network', () => {
  const [heron, egret, stork] = nodesOf(true);
  const nodes = [heron, egret, stork];
  const intents = egressOf('shop', [duck, coot], [pointOf(egret, '198.18.1.100'), pointOf(stork, '198.18.1.101')]);

  it('a zone with only pods reroutes them over the transit switch and translates nothing', () => {
    const zone = zoneOf('heron', nodes, intents, IC);
    expect(reroutesOf(zone)).toEqual({
      '100:shop_pond/duck:ip4:default ip4.src == 10.60.2.7': ['100.88.0.3', '100.88.0.4'],
    });
    expect(translationsOf(zone)).toEqual([]);
  });

  it('a zone with a pod and an egress node mixes both, and translates pods of all zones', () => {
    const zone = zoneOf('egret', nodes, intents, IC);
    expect(reroutesOf(zone)).toEqual({
      '100:shop_pond/coot:ip4:default ip4.src == 10.60.3.7': ['100.64.0.3', '100.88.0.4'],
    });
    expect(translationsOf(zone)).toEqual([
      'GR_egret: 10.60.3.7 -> 198.18.1.100',
      'GR_egret: 10.60.2.7 -> 198.18.1.100',
    ]);
  });

  it('a zone with only an egress node translates and reroutes nothing', () => {
    const zone = zoneOf('stork', nodes, intents, IC);
    expect(reroutesOf(zone)).toEqual({});
    expect(translationsOf(zone)).toHaveLength(2);
  });

  it('a remote node without transit addresses is left out of the next hops', () => {
    const lost = { ...stork, transitAddresses: [] };
    const points = [pointOf(egret, '198.18.1.100'), pointOf(lost, '198.18.1.101')];
    const zone = zoneOf('heron', [heron, egret, lost], egressOf('shop', [duck], points), IC);
    expect(Object.values(reroutesOf(zone))).toEqual([['100.88.0.3']]);
  });

  it('a zone has the addresses of its own served pods in its set, and of all nodes', () => {
    const { rows } = zoneOf('heron', nodes, intents, IC);
    const sets = (rows.get('Address_Set') ?? []).map(({ key, columns }) => [key, columns.addresses ?? []]);
    expect(Object.fromEntries(sets)).toEqual({
      a8519615025667110816: ['10.60.2.7'],
      a13607449821398607916: [],
      a712973235162149816: ['198.18.0.2', '198.18.0.3', '198.18.0.4'],
    });
  });

  it('a zone routes what comes from pods anywhere to its own gateway router, with or without egress addresses', () => {
    const zone = zoneOf('heron', nodes, [], IC);
    expect(rowsOf(zone, 'Logical_Router_Static_Route', '')).toEqual({
      'ovn_cluster_router|10.60.0.0/16|100.64.0.2|src-ip': {
        ip_prefix: '10.60.0.0/16',
        nexthop: '100.64.0.2',
        policy: 'src-ip',
      },
    });
    expect(zoneOf('global', nodesOf(false), [], IC).rows.has('Logical_Router_Static_Route')).toBe(false);
  });
});

describe('interconnect, secondary host network', () => {
  const [heron, egret] = nodesOf(true);
  const intents = egressOf('shop', [duck, coot], [pointOf(egret, '10.20.30.200')]);

  it('the zone of the egress node sends pods of every zone to its management port, and has no translation', () => {
    const zone = zoneOf('egret', [heron, egret], intents, IC);
    expect(reroutesOf(zone)).toEqual({
      '100:shop_pond/coot:ip4:default ip4.src == 10.60.3.7': ['10.60.3.2'],
      '100:shop_pond/duck:ip4:default ip4.src == 10.60.2.7': ['10.60.3.2'],
    });
    expect(zone.rows.has('NAT')).toBe(false);
    expect(zone.rows.get('Address_Set')?.find(({ key }) => key === 'a8519615025667110816')?.columns.addresses).toEqual([
      '10.60.3.7',
    ]);
  });

  it('the zone of a pod sends it over the transit switch', () => {
    expect(reroutesOf(zoneOf('heron', [heron, egret], intents, IC))).toEqual({
      '100:shop_pond/duck:ip4:default ip4.src == 10.60.2.7': ['100.88.0.3'],
    });
  });
});

describe('dual stack', () => {
  const heron = dualStackNodeOf('heron', 2);
  const egret = dualStackNodeOf('egret', 3);
  const pod = podOf('heron', 'duck', ['10.60.2.7', 'fd00:60:0:2::7']);

  it('sends each family of a pod to the address of that family', () => {
    const intents = egressOf('shop', [pod], [pointOf(heron, '198.18.1.100'), pointOf(egret, 'fd18::100')]);
    const zone = zoneOf('global', [heron, egret], intents, dualStack);
    expect(reroutesOf(zone)).toEqual({
      '100:shop_pond/duck:ip4:default ip4.src == 10.60.2.7': ['100.64.0.2'],
      '100:shop_pond/duck:ip6:default ip6.src == fd00:60:0:2::7': ['fd98::3'],
    });
    expect(translationsOf(zone)).toEqual([
      'GR_egret: fd00:60:0:2::7 -> fd18::100',
      'GR_heron: 10.60.2.7 -> 198.18.1.100',
    ]);
  });

  it('a pod without an address of the family is served and has no rows', () => {
    const intents = egressOf('shop', [duck], [pointOf(egret, 'fd18::100')]);
    const zone = zoneOf('global', [heron, egret], intents, dualStack);
    expect(reroutesOf(zone)).toEqual({});
    expect(translationsOf(zone)).toEqual([]);
    expect(zone.rows.get('Address_Set')?.find(({ key }) => key === 'a8519615025667110816')?.columns.addresses).toEqual([
      '10.60.2.7',
    ]);
  });
});
