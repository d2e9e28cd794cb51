import { describe, expect, it } from 'vitest';
import type { Node } from '../../../../src/model/cluster.js';
import { dualStack, dualStackNodeOf, nodeOf, podOf, topologyOf } from './fixture.js';

describe('two nodes in one zone without interconnect', () => {
  const nodes = [nodeOf('egret', 3), nodeOf('heron', 2)];
  const pods = [podOf('egret', 'coot', ['10.60.3.7']), podOf('heron', 'duck', ['10.60.2.7'])];
  const topology = topologyOf('global', nodes, {}, pods);

  it('have their switches and gateway routers on one cluster router', () => {
    expect(topology.keys('Logical_Router')).toEqual(['GR_egret', 'GR_heron', 'ovn_cluster_router']);
    expect(topology.keys('Logical_Switch')).toEqual(['egret', 'ext_egret', 'ext_heron', 'heron', 'join']);
    expect(topology.row('Logical_Router', 'ovn_cluster_router')).toEqual({
      name: 'ovn_cluster_router',
      external_ids: { 'k8s-cluster-router': 'yes' },
      options: { always_learn_from_arp_request: 'false' },
      copp: 'ovnkube-default',
      ports: ['rtoj-ovn_cluster_router', 'rtos-egret', 'rtos-heron'],
      static_routes: [
        'ovn_cluster_router|10.60.2.0/24|100.64.0.2|src-ip',
        'ovn_cluster_router|10.60.3.0/24|100.64.0.3|src-ip',
        'ovn_cluster_router|100.64.0.2|100.64.0.2',
        'ovn_cluster_router|100.64.0.3|100.64.0.3',
      ],
      policies: [
        'ovn_cluster_router|1004|inport == "rtos-egret" && ip4.dst == 198.18.0.3 /* egret */',
        'ovn_cluster_router|1004|inport == "rtos-heron" && ip4.dst == 198.18.0.2 /* heron */',
      ],
    });
  });

  it('hold their own pods', () => {
    expect(topology.row('Logical_Switch', 'egret')?.ports).toContain('pond_coot');
    expect(topology.row('Logical_Switch', 'heron')?.ports).toContain('pond_duck');
    expect(topology.row('Logical_Switch', 'heron')?.ports).not.toContain('pond_coot');
  });
});

describe('a dual-stack zone of an interconnected cluster', () => {
  const nodes = [dualStackNodeOf('egret', 3, { zone: 'egret' }), dualStackNodeOf('heron', 2, { zone: 'heron' })];
  const pods = [podOf('egret', 'coot', ['10.60.3.7']), podOf('heron', 'duck', ['10.60.2.7', 'fd00:60:0:2::7'])];
  const topology = topologyOf('heron', nodes, { ...dualStack, interconnect: true }, pods);

  it('has switches and routers of its own node only', () => {
    expect(topology.keys('Logical_Switch')).toEqual(['ext_heron', 'heron', 'join', 'transit_switch']);
    expect(topology.row('Logical_Switch_Port', 'pond_coot')).toBeUndefined();
    expect(topology.row('Logical_Router', 'GR_heron')?.options).toMatchObject({ dynamic_neigh_routers: 'false' });
  });

  it('has both families, IPv4 first where the order counts', () => {
    expect(topology.row('Logical_Switch', 'heron')?.other_config).toEqual({
      subnet: '10.60.2.0/24',
      ipv6_prefix: 'fd00:60:0:2::',
    });
    expect(topology.row('Logical_Router_Port', 'rtoj-GR_heron')).toMatchObject({
      mac: '0a:58:64:40:00:02',
      networks: ['100.64.0.2/16', 'fd98::2/64'],
    });
    expect(topology.row('Logical_Switch_Port', 'pond_duck')?.addresses).toEqual([
      '0a:58:0a:3c:02:07 10.60.2.7 fd00:60:0:2::7',
    ]);
    expect(topology.row('Logical_Router', 'GR_heron')?.external_ids).toEqual({
      physical_ip: '198.18.0.2',
      physical_ips: '198.18.0.2,fd18::2',
    });
    expect(topology.row('ACL', 'default-network-controller:NetpolDefault:allow-hairpinning:Ingress')?.match).toBe(
      '(ip4.src == 169.254.169.5 || ip6.src == fd69::5)',
    );
    expect(topology.row('Static_MAC_Binding', 'rtoe-GR_heron|fd69::4')?.mac).toBe('0a:58:1b:ac:71:41');
  });

  it('connects its cluster router to the transit switch', () => {
    expect(topology.row('Logical_Switch', 'transit_switch')).toMatchObject({
      other_config: { 'interconn-ts': 'transit_switch', 'requested-tnl-key': '16711683' },
      ports: ['tstor-egret', 'tstor-heron'],
    });
    expect(topology.row('Logical_Router_Port', 'rtots-heron')).toEqual({
      name: 'rtots-heron',
      mac: '0a:58:64:58:00:02',
      networks: ['100.88.0.2/16', 'fd97::2/64'],
      options: { mcast_flood: 'true' },
    });
    expect(topology.row('Logical_Switch_Port', 'tstor-heron')).toEqual({
      name: 'tstor-heron',
      type: 'router',
      addresses: ['router'],
      options: { 'router-port': 'rtots-heron', 'requested-tnl-key': '2' },
      external_ids: { node: 'heron' },
    });
  });

  it('reaches the other node by a remote port and routes to its subnets and join addresses', () => {
    expect(topology.row('Logical_Switch_Port', 'tstor-egret')).toEqual({
      name: 'tstor-egret',
      type: 'remote',
      addresses: ['0a:58:64:58:00:03 100.88.0.3/16 fd97::3/64'],
      options: { 'requested-chassis': 'chassis-egret', 'requested-tnl-key': '3' },
      external_ids: { node: 'egret' },
    });
    const remote = topology.tables
      .get('Logical_Router_Static_Route')
      ?.filter(({ columns }) => JSON.stringify(columns).includes('ic-node'));
    expect(remote?.map(({ key }) => key)).toEqual([
      'ovn_cluster_router|10.60.3.0/24|100.88.0.3',
      'ovn_cluster_router|100.64.0.3/32|100.88.0.3',
      'ovn_cluster_router|fd00:60:0:3::/64|fd97::3',
      'ovn_cluster_router|fd98::3/128|fd97::3',
    ]);
    expect(remote?.[0]?.columns.external_ids).toEqual({ 'ic-node': 'egret', 'k8s.ovn.org/network': 'default' });
  });

  it('is the mirror image seen from the other zone', () => {
    const other = topologyOf('egret', nodes, { ...dualStack, interconnect: true }, pods);
    expect(other.row('Logical_Switch_Port', 'tstor-heron')?.type).toBe('remote');
    expect(other.row('Logical_Switch_Port', 'tstor-egret')?.type).toBe('router');
    expect(other.keys('Logical_Router_Static_Route')).toContain('ovn_cluster_router|10.60.2.0/24|100.88.0.2');
  });
});

describe('a remote node', () => {
  const remoteRows = (overrides: Partial<Node>): readonly string[] => {
    const nodes = [nodeOf('egret', 3, { zone: 'egret', ...overrides }), nodeOf('heron', 2, { zone: 'heron' })];
    const topology = topologyOf('heron', nodes, { interconnect: true });
    return [...topology.keys('Logical_Switch_Port'), ...topology.keys('Logical_Router_Static_Route')].filter(
      (key) => key === 'tstor-egret' || key.endsWith('|100.88.0.3'),
    );
  };

  it('has a port but no routes before its tunnel endpoint is known', () => {
    expect(remoteRows({})).toHaveLength(3);
    expect(remoteRows({ hasEncapIPs: false })).toEqual(['tstor-egret']);
  });

  it('has no rows without transit addresses', () => {
    expect(remoteRows({ transitAddresses: [] })).toEqual([]);
  });
});
