import { describe, expect, it } from 'vitest';
import { node, pod } from '../3-index/inventory.js';
import { attachment, checkObjects, egressIP, egressRouter, pool, reservation, service } from './inventory.js';
import type { JsonObject } from '../../../src/std/json.js';

const ADDRESS = '192.168.10.50';
const RANGE = '192.168.10.0/24';
/** The name that whereabouts gives to the pool of the range. */
const LAN = '192.168.10.0-24';
const ports = [{ port: 443, protocol: 'TCP' }];

function balanced(name: string, port: JsonObject): JsonObject {
  return service(name, { ports: [port] }, { loadBalancer: { ingress: [{ ip: ADDRESS }] } });
}

describe('Services with one external address', () => {
  it('and one port are reported at the later one', () => {
    const { said } = checkObjects([balanced('b', { port: 443 }), service('a', { externalIPs: [ADDRESS], ports })]);
    expect(said).toEqual([
      'rejected claims/shared-by-services: Service shop/a and Service shop/b both use external address 192.168.10.50 with port 443/TCP',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['port', { port: 80 }],
    ['protocol', { port: 443, protocol: 'UDP' }],
  ])('and another %s share it', (_, port) => {
    expect(checkObjects([balanced('a', { port: 443 }), balanced('b', port)]).said).toEqual([]);
  });
});

describe('an EgressRouter whose address is', () => {
  it('that of another router is reported at the later one', () => {
    const { said } = checkObjects([egressRouter('b', `${ADDRESS}/24`), egressRouter('a', `${ADDRESS}/16`)]);
    expect(said).toEqual([
      'rejected claims/shared-by-egress-routers: EgressRouter shop/a and EgressRouter shop/b both use address 192.168.10.50',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['an address of node heron', node('heron', { 'host-cidrs': `["${ADDRESS}/24"]` })],
    ['an address of pod shop/web-0', pod('web-0', { nodeName: 'heron' }, { podIP: ADDRESS })],
    [`allocated to pod web/a by IPPool ${LAN}`, pool(LAN, RANGE, { 50: 'web/a' })],
    ['reserved for pod web/a by OverlappingRangeIPReservation 192.168.10.50', reservation(ADDRESS, 'web/a')],
    ['also used by Service shop/a (spec.externalIPs)', service('a', { externalIPs: [ADDRESS] })],
  ])('%s is reported', (words, object) => {
    const { said } = checkObjects([egressRouter('partner', `${ADDRESS}/24`), object]);
    expect(said).toContain(
      `rejected claims/address-in-use: EgressRouter shop/partner: address 192.168.10.50 is ${words}`,
    );
    expect(said.filter((text) => text.includes('EgressRouter'))).toHaveLength(1);
  });
});

describe('whereabouts', () => {
  it('that gave one address to two pods is reported', () => {
    const { said } = checkObjects([
      pool(LAN, RANGE, { 50: 'web/x' }),
      pool('192.168.0.0-16', '192.168.0.0/16', { 2610: 'web/y' }),
    ]);
    expect(said).toEqual([
      `rejected claims/allocated-twice: address 192.168.10.50 is allocated to pod web/y by IPPool 192.168.0.0-16 and to pod web/x by IPPool ${LAN}`,
    ]);
  });

  it.each<[string, JsonObject]>([
    ['an address of node heron', node('heron', { 'host-cidrs': `["${ADDRESS}/24"]` })],
    ['the gateway of EgressRouter shop/partner', egressRouter('partner', '10.1.1.1/24', ADDRESS)],
    [
      'the gateway of NetworkAttachmentDefinition shop/lan',
      attachment('lan', { type: 'whereabouts', range: RANGE, gateway: ADDRESS }),
    ],
    [
      'the ingress VIP of the cluster',
      {
        apiVersion: 'config.openshift.io/v1',
        kind: 'Infrastructure',
        metadata: { name: 'cluster' },
        status: { platformStatus: { baremetal: { ingressIPs: [ADDRESS] } } },
      },
    ],
  ])('that gave away %s is reported', (words, object) => {
    const { said } = checkObjects([pool(LAN, RANGE, { 50: 'web/a' }), object]);
    expect(said).toEqual([`rejected claims/ip-pool-address-in-use: IPPool ${LAN}: address 192.168.10.50 is ${words}`]);
  });

  it('with an allocation outside of its range is warned of', () => {
    const { said } = checkObjects([
      pool(LAN, RANGE, { 256: 'web/a', '340282366920938463463374607431768211455': 'web/b' }),
    ]);
    expect(said).toEqual([
      `warning claims/allocation-outside-range: IPPool ${LAN}: allocation 256 is outside of range 192.168.10.0/24`,
      `warning claims/allocation-outside-range: IPPool ${LAN}: allocation 340282366920938463463374607431768211455 is outside of range 192.168.10.0/24`,
    ]);
  });

  it('with keys that are not decimal goes on without them', () => {
    expect(
      checkObjects([egressIP('a', [ADDRESS]), pool('10.0.0.0-24', '10.0.0.0/24', { x: 'web/a', '-1': 'web/b' })]).said,
    ).toEqual([]);
  });

  it('with pods that are gone is warned of, where the inventory has pods', () => {
    const objects = [
      pool(LAN, RANGE, { 50: 'shop/web-0', 51: 'shop/gone' }),
      reservation('192.168.10.51', 'shop/gone'),
    ];
    expect(checkObjects(objects).said).toEqual([]);
    expect(checkObjects([...objects, pod('web-0', {})]).said).toEqual([
      `warning claims/allocation-without-pod: IPPool ${LAN}: pod shop/gone does not exist`,
      'warning claims/allocation-without-pod: OverlappingRangeIPReservation 192.168.10.51: pod shop/gone does not exist',
    ]);
  });

  it('with an allocation for no pod at all is warned of', () => {
    expect(checkObjects([pool(LAN, RANGE, { 50: '' }), pod('web-0', {})]).said).toEqual([
      `warning claims/allocation-without-pod: IPPool ${LAN}: pod '' does not exist`,
    ]);
  });

  it.each([
    ['IPv4', ADDRESS, RANGE, 50, ADDRESS, LAN],
    // Its end alone would be an address too.
    ['IPv6', 'fd00:10::50', 'fd00:10::/64', 80, 'fd00-10--50', 'fd00-10---64'],
  ])('with a reservation of %s for another pod is warned of', (_, address, range, offset, name, lan) => {
    const { said } = checkObjects([pool(lan, range, { [offset]: 'web/x' }), reservation(name, 'web/y')]);
    expect(said).toEqual([
      `warning claims/reservation-for-another-pod: IPPool ${lan}: address ${address} is allocated to web/x, but its OverlappingRangeIPReservation is for web/y`,
    ]);
  });

  it('with a range that is written with host bits counts from the written address', () => {
    const { said } = checkObjects([egressIP('a', ['192.168.10.5']), pool(LAN, '192.168.10.3/24', { 2: 'web/a' })]);
    expect(said).toEqual([
      `rejected claims/allocated-by-ip-pool: EgressIP a: address 192.168.10.5 is allocated to pod web/a by IPPool ${LAN}`,
      "warning ip-pool/host-bits: '192.168.10.3/24' has host bits set, so allocations are counted from this address, not from 192.168.10.0/24",
    ]);
  });

  it('with an invalid range is warned of', () => {
    expect(checkObjects([pool(LAN, '192.168.10.3', { 2: 'web/a' })]).said).toEqual([
      "warning ip-pool/bad-range: spec.range is '192.168.10.3', expected a CIDR, so the allocations of the pool are unknown",
    ]);
  });
});

describe('the name of a reservation', () => {
  it.each([
    ['192.168.20.1', '192.168.20.1'],
    ['blue-10.1.2.3', '10.1.2.3'],
    ['fd00-dead-beef-10--1', 'fd00:dead:beef:10::1'],
    ['fd00--0', 'fd00::'],
    ['blue-fd00--9', 'fd00::9'],
  ])('%s says %s', (name, address) => {
    const { refusals } = checkObjects([reservation(name, 'web/a'), egressIP('a', [address])]);
    expect(refusals.isRefused('EgressIP', 'a', address)).toBe(true);
  });

  it('that can be read in several ways is read as a pool of its pod says', () => {
    const { refusals } = checkObjects([
      reservation('beef-fd00-10--1', 'web/a'),
      pool('beef-fd00-10---64', 'fd00:10::/64', { 1: 'web/a' }),
      egressIP('a', ['beef:fd00:10::1', 'fd00:10::1']),
    ]);
    expect(refusals.isRefused('EgressIP', 'a', 'fd00:10::1')).toBe(true);
    expect(refusals.isRefused('EgressIP', 'a', 'beef:fd00:10::1')).toBe(false);
  });

  it.each([
    ['no address', 'blue', []],
    ['an address in several ways, none of which a pool has', 'beef-fd00-10--1', [pool(LAN, RANGE, { 1: 'web/b' })]],
    [
      'an address in several ways, two of which pools have for other pods',
      'beef-fd00-10--1',
      [
        pool('fd00-10---64', 'fd00:10::/64', { 1: 'web/b' }),
        pool('beef-fd00-10---64', 'beef:fd00:10::/64', { 1: 'web/c' }),
      ],
    ],
  ])('that says %s is warned of', (_, name, objects) => {
    expect(checkObjects([reservation(name, 'web/a'), ...objects]).said).toEqual([
      `warning claims/unreadable-reservation: OverlappingRangeIPReservation ${name}: the name does not encode an address`,
    ]);
  });
});

it.each([
  ['no JSON', '{', 'it is not JSON'],
  ['a list', '[]', 'it is not a JSON object'],
])('an attachment whose configuration is %s is warned of', (_, config, why) => {
  const object = { ...attachment('lan', {}), spec: { config } };
  expect(checkObjects([object]).said).toEqual([`warning attachment/bad-config: spec.config is invalid: ${why}`]);
});

it('Services have their external addresses in any spelling that the API server takes', () => {
  const { said } = checkObjects([egressIP('a', [ADDRESS]), service('web', { externalIPs: ['192.168.010.050'] })]);
  expect(said).toEqual([
    'rejected claims/address-of-service: EgressIP a: address 192.168.10.50 is also used by Service shop/web (spec.externalIPs)',
  ]);
});

it('pods have an address on another network that begins like their own', () => {
  const status = JSON.stringify([{ name: 'shop/lan', interface: 'net1', ips: [ADDRESS] }]);
  const annotations = { 'k8s.v1.cni.cncf.io/network-status': status };
  const { said } = checkObjects([
    egressIP('a', [ADDRESS]),
    pod('web-0', { nodeName: 'heron' }, { podIP: '192.168.10.5' }, { annotations }),
  ]);
  expect(said).toEqual([
    'rejected claims/address-of-pod: EgressIP a: address 192.168.10.50 is an address of pod shop/web-0',
  ]);
});

it('pods have their addresses on all networks, while they run and are not on the host network', () => {
  const annotations = {
    'k8s.ovn.org/pod-networks': JSON.stringify({
      default: { mac_address: '0a:58:0a:80:02:09', ip_addresses: ['10.128.2.9/23'] },
      'shop/blue': { mac_address: '0a:58:0a:80:02:0a', ip_addresses: ['10.77.0.9/24'] },
    }),
    'k8s.v1.cni.cncf.io/network-status': JSON.stringify([
      { name: 'ovn-kubernetes', ips: ['10.128.2.9'], default: true, dns: {} },
      { name: 'shop/lan', interface: 'net1', ips: [ADDRESS], dns: {} },
    ]),
  };
  const { said } = checkObjects([
    egressIP('a', ['10.77.0.9', ADDRESS, '192.168.10.51', '192.168.10.52']),
    pod('web-0', { nodeName: 'heron' }, {}, { annotations }),
    pod('host', { nodeName: 'heron', hostNetwork: true }, { podIP: '192.168.10.51' }),
    pod('done', { nodeName: 'heron' }, { podIP: '192.168.10.52', phase: 'Succeeded' }),
  ]);
  expect(said).toEqual([
    'rejected claims/address-of-pod: EgressIP a: address 10.77.0.9 is an address of pod shop/web-0',
    'rejected claims/address-of-pod: EgressIP a: address 192.168.10.50 is an address of pod shop/web-0',
  ]);
});
