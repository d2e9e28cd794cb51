import { describe, expect, it } from 'vitest';
import type { Node } from '../../../../src/model/cluster.js';
import { address, dualStack, gatewayOf, nodeOf, podOf, prefix, topologyOf } from './fixture.js';

function without(field: keyof Node): Node {
  return Object.fromEntries(Object.entries(nodeOf('heron', 2)).filter(([name]) => name !== field)) as unknown as Node;
}

const duck = podOf('heron', 'duck', ['10.60.2.7']);

describe('a node that OVN-Kubernetes would not set up', () => {
  it.each([
    ['without subnets', { subnets: [] }],
    ['with a subnet of a family that is off', { subnets: [prefix('10.60.2.0/24'), prefix('fd00:60::/64')] }],
    ['with a subnet that has no room', { subnets: [prefix('10.60.2.4/31')] }],
  ])('%s has no rows at all', (_, overrides) => {
    const nodes = [nodeOf('egret', 3), nodeOf('heron', 2, overrides)];
    const topology = topologyOf('global', nodes, {}, [duck]);
    const expected = topologyOf('global', [nodeOf('egret', 3)]);
    expect(topology.tables).toEqual(expected.tables);
  });

  it('has no rows in a dual-stack cluster while it has subnets of one family', () => {
    expect(topologyOf('global', [nodeOf('heron', 2)], dualStack).keys('Logical_Switch')).toEqual(['join']);
  });
});

describe('a node with subnets', () => {
  it.each(['chassisId', 'gateway', 'nodeId'] as const)(
    'but no %s has a switch with pods and no gateway router',
    (field) => {
      const topology = topologyOf('global', [without(field)], {}, [duck]);
      expect(topology.keys('Logical_Router')).toEqual(['ovn_cluster_router']);
      expect(topology.row('Logical_Switch', 'heron')?.ports).toContain('pond_duck');
      expect(topology.keys('Logical_Router_Static_Route')).toEqual([]);
      expect(topology.keys('NAT')).toEqual([]);
    },
  );

  it('but no id has the gateway router that an older annotation gives an address', () => {
    const { nodeId, ...heron } = nodeOf('heron', 2);
    expect(nodeId).toBe(2);
    const topology = topologyOf('global', [{ ...heron, joinAddresses: [address('100.64.0.9')] }], {}, [duck]);
    expect(topology.row('Logical_Router_Port', 'rtoj-GR_heron')).toMatchObject({
      mac: '0a:58:64:40:00:09',
      networks: ['100.64.0.9/16'],
    });
    const outside = topologyOf('global', [{ ...heron, joinAddresses: [address('198.18.5.9')] }], {}, [duck]);
    expect(outside.keys('Logical_Router')).toEqual(['ovn_cluster_router']);
  });

  it('but no chassis asks for none', () => {
    const topology = topologyOf('global', [without('chassisId')], {}, [duck]);
    expect(topology.keys('Gateway_Chassis')).toEqual([]);
    expect(topology.row('Logical_Router_Port', 'rtos-heron')).not.toHaveProperty('gateway_chassis');
    expect(topology.row('Logical_Switch_Port', 'pond_duck')?.options).toEqual({ 'iface-id-ver': 'uid-duck' });
  });

  it('asks for no version of the interface of a pod without a UID', () => {
    const topology = topologyOf('global', [nodeOf('heron', 2)], {}, [{ ...duck, uid: '' }]);
    expect(topology.row('Logical_Switch_Port', 'pond_duck')?.options).not.toHaveProperty('iface-id-ver');
  });

  it('leaves out a pod that has no addresses yet', () => {
    const { port, ...pending } = duck;
    expect(port).toBeDefined();
    expect(topologyOf('global', [nodeOf('heron', 2)], {}, [pending]).keys('Logical_Switch_Port')).not.toContain(
      'pond_duck',
    );
  });
});

describe('rows of one identity', () => {
  it('are one row where the table has a unique name', () => {
    const shared = { interfaceId: 'br-out' };
    const nodes = [
      nodeOf('egret', 3, { gateway: gatewayOf('egret', 3, shared) }),
      nodeOf('heron', 2, { gateway: gatewayOf('heron', 2, shared) }),
    ];
    const ports = topologyOf('global', nodes).keys('Logical_Switch_Port');
    expect(ports.filter((key) => key === 'br-out')).toHaveLength(1);
  });

  it('are numbered, and their references with them, where routes differ in other columns', () => {
    const twin = { subnets: [prefix('10.60.3.0/24')], transitAddresses: nodeOf('egret', 3).transitAddresses };
    const nodes = [
      nodeOf('egret', 3, { zone: 'egret' }),
      nodeOf('heron', 2, { zone: 'heron' }),
      nodeOf('stork', 4, { zone: 'stork', ...twin }),
    ];
    const topology = topologyOf('heron', nodes, { interconnect: true });
    const key = 'ovn_cluster_router|10.60.3.0/24|100.88.0.3';
    expect(topology.row('Logical_Router_Static_Route', `${key}#1`)?.external_ids).toMatchObject({ 'ic-node': 'egret' });
    expect(topology.row('Logical_Router_Static_Route', `${key}#2`)?.external_ids).toMatchObject({ 'ic-node': 'stork' });
    expect(topology.row('Logical_Router', 'ovn_cluster_router')?.static_routes).toEqual(
      expect.arrayContaining([`${key}#1`, `${key}#2`]),
    );
    expect(topology.row('Logical_Router_Static_Route', key)).toBeUndefined();
  });

  it('are one route where a next hop is listed twice', () => {
    const { nextHops } = gatewayOf('heron', 2);
    const gateway = gatewayOf('heron', 2, { nextHops: [...nextHops, ...nextHops] });
    const routes = topologyOf('global', [nodeOf('heron', 2, { gateway })]).keys('Logical_Router_Static_Route');
    expect(routes.filter((key) => key.includes('|0.0.0.0/0|'))).toEqual([
      'GR_heron|0.0.0.0/0|198.18.0.254|rtoe-GR_heron',
    ]);
  });
});
