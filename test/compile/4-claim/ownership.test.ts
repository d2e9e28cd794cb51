import { describe, expect, it } from 'vitest';
import { node, pod } from '../3-index/inventory.js';
import { checkObjects, cloudConfig, egressIP, egressRouter, pool, reservation, service } from './inventory.js';
import type { JsonObject } from '../../../src/std/json.js';
import { lockedAddresses } from '../../rig/locked-addresses.js';

const ADDRESS = '192.168.10.50';

describe('two EgressIPs that request one address', () => {
  it('are reported at the one whose name is later', () => {
    const { said, refusals } = checkObjects([egressIP('b', [ADDRESS]), egressIP('a', [ADDRESS])]);
    expect(said).toEqual([
      'rejected claims/requested-by-egress-ip: EgressIP a and EgressIP b both request address 192.168.10.50',
    ]);
    expect(refusals.isRefused('EgressIP', 'b', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'a', ADDRESS)).toBe(false);
  });

  it('leave it to the one whose status has it', () => {
    const { refusals } = checkObjects([egressIP('b', [ADDRESS], { [ADDRESS]: 'heron' }), egressIP('a', [ADDRESS])]);
    expect(refusals.isRefused('EgressIP', 'a', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'b', ADDRESS)).toBe(false);
  });

  it('leave it to the one that the lock knows before the one whose status has it', () => {
    const egressIPs = new Map([['c', { addresses: lockedAddresses([[ADDRESS, 'heron']]) }]]);
    const objects = [egressIP('b', [ADDRESS], { [ADDRESS]: 'heron' }), egressIP('c', [ADDRESS])];
    const { refusals } = checkObjects(objects, '', { egressIPs, egressServices: new Map() });
    expect(refusals.isRefused('EgressIP', 'b', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'c', ADDRESS)).toBe(false);
  });

  it('and both have it in their status are reported as assigned twice', () => {
    const { said } = checkObjects([
      egressIP('a', [ADDRESS], { [ADDRESS]: 'heron' }),
      egressIP('b', [ADDRESS], { [ADDRESS]: 'otter' }),
    ]);
    expect(said).toEqual([
      'rejected claims/assigned-twice: address 192.168.10.50 is assigned to a on heron and to b on otter',
    ]);
  });

  it('and both have it in their status on one node only both request it', () => {
    const { said } = checkObjects([
      egressIP('a', [ADDRESS], { [ADDRESS]: 'heron' }),
      egressIP('b', [ADDRESS], { [ADDRESS]: 'heron' }),
    ]);
    expect(said).toEqual([
      'rejected claims/requested-by-egress-ip: EgressIP a and EgressIP b both request address 192.168.10.50',
    ]);
  });
});

describe('an egress address that a cloud keeps for itself', () => {
  const subnets = (ifaddr: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'heron',
      annotations: {
        'k8s.ovn.org/node-primary-ifaddr': '{"ipv4": "10.0.0.11/24"}',
        'cloud.network.openshift.io/egress-ipconfig': JSON.stringify([{ interface: 'i', ifaddr, capacity: { ip: 9 } }]),
      },
    },
  });
  const heron = subnets({ ipv4: '10.0.0.0/24', ipv6: 'fd00:10::/64' });

  it.each([
    ['AWS', ['10.0.0.0', '10.0.0.3', '10.0.0.255', 'fd00:10::3'], ['10.0.0.4', '10.0.0.254', 'fd00:10::4']],
    ['Azure', ['10.0.0.0', '10.0.0.3', '10.0.0.255'], ['10.0.0.4', '10.0.0.254']],
    ['GCP', ['10.0.0.1', '10.0.0.254', '10.0.0.255'], ['10.0.0.2', '10.0.0.253']],
    ['OpenStack', ['10.0.0.0', '10.0.0.255', 'fd00:10::'], ['10.0.0.1', '10.0.0.254']],
  ])('is refused on %s, and no other', (platform, kept, free) => {
    const { said, refusals } = checkObjects([heron, egressIP('a', [...kept, ...free])], `platform: ${platform}`);
    const subnetOf = (address: string) => (address.includes(':') ? 'fd00:10::/64' : '10.0.0.0/24');
    expect(said).toEqual(
      kept
        .map((one) => `rejected claims/reserved-by-cloud: EgressIP a: address ${one} is reserved in ${subnetOf(one)}`)
        .sort(),
    );
    expect([...kept, ...free].filter((one) => refusals.isRefused('EgressIP', 'a', one))).toEqual(kept);
  });

  it('is reported once for nodes of one subnet, with the location of each side', () => {
    const otter = { ...heron, metadata: { ...(heron.metadata as JsonObject), name: 'otter' } };
    const { reports } = checkObjects([otter, heron, egressIP('a', ['10.0.0.2'])], 'platform: AWS');
    expect(reports.map(({ location, related = [] }) => [location, ...related.map((one) => one.location)])).toEqual([
      [
        expect.objectContaining({ pointer: '/spec/egressIPs/0' }),
        expect.objectContaining({ pointer: '/metadata/annotations/cloud.network.openshift.io~1egress-ipconfig' }),
      ],
    ]);
  });

  it('is not refused where the platform is no cloud', () => {
    const { said } = checkObjects([heron, egressIP('a', ['10.0.0.2'])]);
    expect(said).toEqual([]);
  });

  it('does not exist in a subnet of two addresses', () => {
    const { said } = checkObjects([subnets({ ipv4: '10.0.9.0/31' }), egressIP('a', ['10.0.9.0'])], 'platform: AWS');
    expect(said).toEqual([]);
  });
});

describe('on a cloud', () => {
  it('an address that the cloud holds for another EgressIP is refused', () => {
    const { said } = checkObjects(
      [egressIP('a', [ADDRESS]), egressIP('z', []), cloudConfig(ADDRESS, 'heron', 'z')],
      'platform: AWS',
    );
    expect(said).toEqual([
      'rejected claims/assigned-by-cloud: EgressIP a: address 192.168.10.50 is assigned to node heron by CloudPrivateIPConfig 192.168.10.50 of EgressIP z',
      'warning claims/cloud-address-not-requested: CloudPrivateIPConfig 192.168.10.50: owner z does not request this address',
    ]);
  });

  it('an address that the cloud holds without an owner is refused, and its object left alone', () => {
    const { said } = checkObjects([egressIP('a', [ADDRESS]), cloudConfig(ADDRESS, 'heron')], 'platform: GCP');
    expect(said).toEqual([
      'rejected claims/assigned-by-cloud: EgressIP a: address 192.168.10.50 is assigned to node heron by CloudPrivateIPConfig 192.168.10.50',
      'warning claims/cloud-address-without-owner: CloudPrivateIPConfig 192.168.10.50 has no existing owner, so Weir does not change it',
    ]);
  });

  it('of two EgressIPs the one that the cloud knows keeps the address', () => {
    const { refusals } = checkObjects(
      [egressIP('a', [ADDRESS]), egressIP('b', [ADDRESS]), cloudConfig(ADDRESS, 'heron', 'b')],
      'platform: Azure',
    );
    expect(refusals.isRefused('EgressIP', 'a', ADDRESS)).toBe(true);
    expect(refusals.isRefused('EgressIP', 'b', ADDRESS)).toBe(false);
  });

  it('an address that the cloud is to attach and a node has is a conflict of its own', () => {
    const { said } = checkObjects(
      [cloudConfig(ADDRESS, 'heron', 'z'), egressIP('z', []), node('otter', { 'host-cidrs': `["${ADDRESS}/24"]` })],
      'platform: AWS',
    );
    expect(said[0]).toBe(
      'rejected claims/cloud-address-in-use: CloudPrivateIPConfig 192.168.10.50: address 192.168.10.50 is an address of node otter',
    );
  });

  it('elsewhere the objects claim nothing', () => {
    expect(checkObjects([egressIP('a', [ADDRESS]), cloudConfig(ADDRESS, 'heron', 'z')]).said).toEqual([]);
  });
});

describe('a claim against itself is no conflict:', () => {
  it.each<[string, readonly JsonObject[]]>([
    ['an address that an object lists twice', [egressIP('a', [ADDRESS, ADDRESS])]],
    ['an EgressIP and its status', [egressIP('a', [ADDRESS], { [ADDRESS]: 'heron' })]],
    ['an EgressIP and its CloudPrivateIPConfig', [egressIP('a', [ADDRESS]), cloudConfig(ADDRESS, 'heron', 'a')]],
    [
      'an address that the node side put on an interface',
      [
        egressIP('a', [ADDRESS]),
        node('heron', { 'host-cidrs': `["${ADDRESS}/32"]`, 'secondary-host-egress-ips': `["${ADDRESS}"]` }),
      ],
    ],
    [
      'a Service and its ingress',
      [
        service(
          'front',
          { loadBalancerIP: ADDRESS, ports: [{ port: 80 }] },
          { loadBalancer: { ingress: [{ ip: ADDRESS }] } },
        ),
      ],
    ],
    [
      'a reservation and its pool entry',
      [pool('192.168.10.0-24', '192.168.10.0/24', { 50: 'web/a-1' }), reservation(ADDRESS, 'web/a-1')],
    ],
    [
      'an EgressRouter and its pod',
      [
        egressRouter('partner', `${ADDRESS}/24`),
        pod(
          'router',
          { nodeName: 'heron' },
          {},
          {
            labels: { app: 'egress-router-cni' },
            annotations: { 'k8s.v1.cni.cncf.io/network-status': JSON.stringify([{ name: 'x', ips: [ADDRESS] }]) },
          },
        ),
      ],
    ],
  ])('%s', (_, objects) => {
    expect(checkObjects(objects, 'platform: AWS').said).toEqual([]);
  });
});
