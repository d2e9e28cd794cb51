import { describe, expect, it } from 'vitest';
import { namespace, node, pod } from '../3-index/inventory.js';
import { checkObjects, egressIP, egressRouter, pool, reservation, service } from './inventory.js';
import type { JsonObject } from '../../../src/std/json.js';

const ADDRESS = '192.168.10.50';
const heron = node('heron', {
  'host-cidrs': '["192.168.10.11/24", "10.20.30.11/24"]',
  'node-primary-ifaddr': '{"ipv4": "192.168.10.12/24"}',
});

function infrastructure(platformStatus: JsonObject): JsonObject {
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'Infrastructure',
    metadata: { name: 'cluster' },
    status: { platformStatus },
  };
}

function externalRoute(ip: string): JsonObject {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name: 'out' },
    spec: { from: { namespaceSelector: {} }, nextHops: { static: [{ ip }] } },
  };
}

/** The namespace `shop` with the annotation that names its external gateways. */
function namespaceThrough(gateways: string): JsonObject {
  return namespace('shop', { annotations: { 'k8s.ovn.org/routing-external-gws': gateways } });
}

const gatewayConfig = JSON.stringify({
  default: {
    mode: 'shared',
    'interface-id': 'breth0_heron',
    'mac-address': '0a:58:c0:a8:0a:0b',
    'ip-addresses': ['192.168.10.11/24'],
    'next-hops': [ADDRESS],
  },
});

describe('an egress address that is', () => {
  const status = { loadBalancer: { ingress: [{ ip: ADDRESS }] } };
  it.each<[string, readonly JsonObject[], string]>([
    [
      'in host-cidrs of a node',
      [node('heron', { 'host-cidrs': `["${ADDRESS}/24"]` })],
      'address-of-node: EgressIP a: address 192.168.10.50 is an address of node heron',
    ],
    [
      'only in the primary address of a node',
      [node('heron', { 'host-cidrs': '[]', 'node-primary-ifaddr': `{"ipv4": "${ADDRESS}/24"}` })],
      'unlisted-address-of-node: EgressIP a: address 192.168.10.50 is an address of node heron',
    ],
    [
      'only in the status of a node',
      [{ ...node('heron'), status: { addresses: [{ type: 'InternalIP', address: ADDRESS }] } }],
      'unlisted-address-of-node: EgressIP a: address 192.168.10.50 is an address of node heron',
    ],
    [
      'the API VIP',
      [infrastructure({ type: 'BareMetal', baremetal: { apiServerInternalIPs: [ADDRESS] } })],
      'platform-vip: EgressIP a: address 192.168.10.50 is the API VIP of the cluster',
    ],
    [
      'the ingress VIP in its singular form',
      [infrastructure({ vsphere: { ingressIP: ADDRESS } })],
      'platform-vip: EgressIP a: address 192.168.10.50 is the ingress VIP of the cluster',
    ],
    [
      'an external IP of a Service',
      [service('front', { externalIPs: [ADDRESS] })],
      'address-of-service: EgressIP a: address 192.168.10.50 is also used by Service shop/front (spec.externalIPs)',
    ],
    [
      'the ingress of a load balancer',
      [service('front', { loadBalancerIP: ADDRESS }, status)],
      'address-of-service: EgressIP a: address 192.168.10.50 is also used by Service shop/front (status.loadBalancer.ingress)',
    ],
    [
      'wanted from a load balancer',
      [service('front', { loadBalancerIP: ADDRESS })],
      'address-of-service: EgressIP a: address 192.168.10.50 is also used by Service shop/front (spec.loadBalancerIP)',
    ],
    [
      'a cluster IP',
      [service('front', { clusterIPs: [ADDRESS] })],
      'cluster-ip-of-service: EgressIP a: address 192.168.10.50 is also used by Service shop/front (spec.clusterIPs)',
    ],
    [
      'allocated by whereabouts',
      [pool('192.168.10.0-24', '192.168.10.0/24', { 50: 'web/a-1' })],
      'allocated-by-ip-pool: EgressIP a: address 192.168.10.50 is allocated to pod web/a-1 by IPPool 192.168.10.0-24',
    ],
    [
      'reserved by whereabouts',
      [reservation(ADDRESS, 'web/a-1')],
      'reserved-for-pod: EgressIP a: address 192.168.10.50 is reserved for pod web/a-1 by OverlappingRangeIPReservation 192.168.10.50',
    ],
    [
      'the address of an EgressRouter',
      [egressRouter('partner', `${ADDRESS}/24`)],
      'address-of-egress-router: EgressIP a: address 192.168.10.50 is the address of EgressRouter shop/partner',
    ],
    [
      'the gateway of an EgressRouter',
      [egressRouter('partner', '192.168.10.60/24', ADDRESS)],
      'gateway: EgressIP a: address 192.168.10.50 is the gateway of EgressRouter shop/partner',
    ],
    [
      'the next hop of a node',
      [node('heron', { 'l3-gateway-config': gatewayConfig })],
      'next-hop-of-node: EgressIP a: address 192.168.10.50 is the gateway of node heron',
    ],
    [
      'an address of a pod',
      [pod('web-0', { nodeName: 'heron' }, { podIPs: [{ ip: ADDRESS }] })],
      'address-of-pod: EgressIP a: address 192.168.10.50 is an address of pod shop/web-0',
    ],
    [
      'a next hop of an external route',
      [externalRoute(ADDRESS)],
      'next-hop-of-external-route: EgressIP a: address 192.168.10.50 is a next hop of AdminPolicyBasedExternalRoute out',
    ],
    [
      'an external gateway that an annotation of a namespace names',
      [namespaceThrough(`192.168.10.49,${ADDRESS},${ADDRESS}`)],
      'next-hop-of-external-route: EgressIP a: address 192.168.10.50 is an external gateway of Namespace shop',
    ],
  ])('%s is refused', (_, objects, finding) => {
    const { said, refusals } = checkObjects([egressIP('a', ['10.9.9.9', ADDRESS]), ...objects]);
    expect(said).toEqual([`rejected claims/${finding}`]);
    expect(refusals.isRefused('EgressIP', 'a', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'a', '10.9.9.9')).toBe(false);
  });

  it.each([
    ['stands beside a text that is no address', namespaceThrough(`${ADDRESS},none`), ''],
    ['serves nothing, for the feature is off', namespaceThrough(ADDRESS), 'features: [egressIP]'],
  ])('a gateway in an annotation that %s is not refused', (_, annotated, weirYaml) => {
    const { said } = checkObjects([annotated, egressIP('a', [ADDRESS])], weirYaml);
    expect(said).toEqual([]);
  });

  it.each([
    ['10.128.3.4', 'the cluster subnet 10.128.0.0/14'],
    ['172.16.1.9', 'the service network 172.16.1.0/24'],
    ['100.64.0.9', 'the join subnet 100.64.0.0/16'],
    ['100.88.0.9', 'the transit switch subnet 100.88.0.0/16'],
    ['169.254.169.1', 'the masquerade subnet 169.254.169.0/29'],
    ['100.65.0.9', 'the join subnet of user-defined networks 100.65.0.0/16'],
  ])('%s, inside %s, is refused', (address, range) => {
    const { said, refusals } = checkObjects([egressIP('a', [address])]);
    expect(said).toEqual([`rejected claims/reserved-range: EgressIP a: address ${address} is inside ${range}`]);
    expect(refusals.isRefused('EgressIP', 'a', address)).toBe(true);
  });

  it('an address inside of a node that OVN-Kubernetes uses is named as that', () => {
    const { said } = checkObjects([
      egressIP('a', ['10.128.2.2', '100.64.0.7']),
      node('heron', { 'node-subnets': '{"default": ["10.128.2.0/23"]}', 'node-id': '7' }),
    ]);
    expect(said).toEqual([
      'rejected claims/internal-address-of-node: EgressIP a: address 10.128.2.2 is the management port of node heron',
      'rejected claims/internal-address-of-node: EgressIP a: address 100.64.0.7 is the join address of node heron',
    ]);
  });

  it.each([
    ['192.168.10.0', '192.168.10.0/24'],
    ['192.168.10.255', '192.168.10.0/24'],
    ['10.20.30.255', '10.20.30.0/24'],
  ])('%s at an end of %s gets a warning and stays', (address, network) => {
    const { said, refusals } = checkObjects([egressIP('a', [address]), heron]);
    expect(said).toEqual([
      `warning claims/network-or-broadcast-address: EgressIP a: address ${address} is the network or broadcast address of ${network}`,
    ]);
    expect(refusals.isRefused('EgressIP', 'a', address)).toBe(false);
  });

  it('an address that no other claims is left alone', () => {
    expect(checkObjects([egressIP('a', [ADDRESS]), heron]).said).toEqual([]);
  });

  it('a finding points to the address and to the other claim', () => {
    const { reports } = checkObjects([egressIP('a', [ADDRESS]), service('front', { externalIPs: [ADDRESS] })]);
    expect(reports).toMatchObject([
      {
        location: { pointer: '/spec/egressIPs/0' },
        resource: { kind: 'EgressIP', name: 'a' },
        related: [{ message: 'Service shop/front claims it here', location: { pointer: '/spec/externalIPs/0' } }],
      },
    ]);
  });

  it('addresses are compared in their canonical form', () => {
    const { refusals } = checkObjects([
      egressIP('a', ['::ffff:192.168.10.50', 'FD00:0::7']),
      service('front', { externalIPs: [ADDRESS, 'fd00::7'] }),
    ]);
    expect(refusals.isRefused('EgressIP', 'a', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'a', 'fd00::7')).toBe(true);
  });
});

it('a feature that is off claims nothing', () => {
  const objects = [egressIP('a', [ADDRESS]), egressIP('b', [ADDRESS])];
  expect(checkObjects(objects, 'features: [egressFirewall]').said).toEqual([]);
});
