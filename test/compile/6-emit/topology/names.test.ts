import { describe, expect, it } from 'vitest';
import { externalGatewayPortName, hasGatewayRouter, podPortName } from '../../../../src/ovn-kubernetes/row-names.js';
import {
  clusterRouterJoinAddress,
  gatewayAddress,
  joinAddress,
  managementAddress,
  masqueradeAddress,
  transitAddress,
} from '../../../../src/ovn-kubernetes/addresses.js';
import type { Node } from '../../../../src/model/cluster.js';
import { type Address, formatAddress } from '../../../../src/net/address.js';
import { configurationOf, dualStack, dualStackNodeOf, gatewayOf, nodeOf } from './fixture.js';

const configuration = configurationOf(dualStack);
const text = (address: Address | undefined): string | undefined => address && formatAddress(address);

/** A node without the annotation that a field comes from. */
function without(node: Node, field: keyof Node): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== field)) as unknown as Node;
}

describe('addresses of a node', () => {
  const node = dualStackNodeOf('heron', 9);

  it('are computed from its id, its subnets and its annotations', () => {
    expect(text(joinAddress(node, configuration, 'IPv4'))).toBe('100.64.0.9');
    expect(text(joinAddress(node, configuration, 'IPv6'))).toBe('fd98::9');
    expect(text(managementAddress(node, 'IPv6'))).toBe('fd00:60:0:9::2');
    expect(text(transitAddress(node, 'IPv4'))).toBe('100.88.0.9');
    expect(text(gatewayAddress(node, 'IPv6'))).toBe('fd18::9');
  });

  it('are undefined where the node lacks the annotation', () => {
    expect(joinAddress(without(node, 'nodeId'), configuration, 'IPv4')).toBeUndefined();
    expect(managementAddress(nodeOf('heron', 9), 'IPv6')).toBeUndefined();
    expect(transitAddress(nodeOf('heron', 9), 'IPv6')).toBeUndefined();
    expect(gatewayAddress(without(node, 'gateway'), 'IPv4')).toBeUndefined();
  });

  it.each([65536, 2 ** 80, NaN, 2.5])(
    'has no join address for id %d, which the join subnet has no place for',
    (nodeId) => {
      expect(joinAddress(nodeOf('heron', 2, { nodeId }), configuration, 'IPv4')).toBeUndefined();
    },
  );
});

describe('a gateway router', () => {
  it('is there for a node with subnets, chassis, gateway and id', () => {
    expect(hasGatewayRouter(dualStackNodeOf('heron', 2), configuration)).toBe(true);
  });

  it.each(['chassisId', 'gateway', 'nodeId'] as const)('is not there for a node without %s', (field) => {
    expect(hasGatewayRouter(without(dualStackNodeOf('heron', 2), field), configuration)).toBe(false);
  });

  it('reaches external gateways through the second interface where the node has one', () => {
    const external = { interfaceId: 'br-gw_heron', macAddress: '02:00:00:00:01:02', ipAddresses: [] };
    const node = nodeOf('heron', 2, { gateway: gatewayOf('heron', 2, { external }) });
    expect(externalGatewayPortName(nodeOf('heron', 2))).toBe('rtoe-GR_heron');
    expect(externalGatewayPortName(node)).toBe('exgw-rtoe-GR_heron');
  });
});

describe('addresses of the cluster', () => {
  it('are places in the configured subnets', () => {
    expect(text(clusterRouterJoinAddress(configuration, 'IPv6'))).toBe('fd98::1');
    const roles = ['ovn', 'host', 'hostETPLocal', 'dummyNextHop', 'serviceHairpin'] as const;
    expect(roles.map((role) => text(masqueradeAddress(configuration, 'IPv4', role)))).toEqual([
      '169.254.169.1',
      '169.254.169.2',
      '169.254.169.3',
      '169.254.169.4',
      '169.254.169.5',
    ]);
  });
});

it('names a pod port after namespace and pod', () => {
  expect(podPortName('pond', 'duck-0')).toBe('pond_duck-0');
});
