import { describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/cluster.js';
import { formatAddress } from '../../../src/net/address.js';
import { type InterfaceAddress, formatPrefix } from '../../../src/net/prefix.js';
import { clusterOf, node } from './inventory.js';

/** A node with one annotation, and what was said of it. */
function annotated(name: string, value: unknown): { read: Node; said: string[] } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { cluster, said } = clusterOf([node('worker', { [name]: text })]);
  const read = cluster.nodes[0];
  if (!read) throw new Error('the node is gone');
  return { read, said: said.map((line) => line.split(' ')[0] ?? '') };
}

const gateway = {
  mode: 'shared',
  'interface-id': 'br-ex_worker',
  'mac-address': '52:54:00:00:00:02',
  'ip-addresses': ['192.168.10.11/24', 'fd00:10::11/64'],
  'next-hops': ['192.168.10.1', 'FD00:10::1'],
  'node-port-enable': 'true',
  'vlan-id': '7',
};

/** Around the text of an annotation in the words of the live controllers. */
const FAILED = 'failed to unmarshal host cidrs annotation';
const FOR = 'for node "worker":';

const second = {
  'exgw-interface-id': 'br-ex1_worker',
  'exgw-mac-address': '52:54:00:00:00:03',
  'exgw-ip-address': '172.19.0.3/16',
};

describe('a node without annotations', () => {
  it('is in the zone global and knows no addresses', () => {
    const { cluster, said } = clusterOf([node('worker')]);
    expect(said).toEqual([]);
    expect(cluster.nodes[0]).toMatchObject({
      name: 'worker',
      zone: 'global',
      subnets: [],
      primaryAddresses: [],
      transitAddresses: [],
      gatewayMtuSupport: true,
      hasEncapIPs: false,
    });
    for (const field of ['nodeId', 'chassisId', 'gateway', 'hostAddresses', 'hostCIDRsError', 'managementMac']) {
      expect(cluster.nodes[0]).not.toHaveProperty(field);
    }
  });

  it('as one without metadata worth the name', () => {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', labels: null, annotations: [] } };
    expect(clusterOf([object]).cluster.nodes[0]?.zone).toBe('global');
  });
});

describe('annotations that are sound', () => {
  it('zone-name', () => {
    expect(annotated('zone-name', 'worker-a_1.b').read.zone).toBe('worker-a_1.b');
  });

  it('node-id', () => {
    expect(annotated('node-id', '2').read.nodeId).toBe(2);
  });

  it('node-gateway-router-lrp-ifaddr, where there is no node-id', () => {
    const legacy = { 'node-gateway-router-lrp-ifaddr': '{"ipv4":"100.64.0.7/16","ipv6":"fd98::7/64"}' };
    const { cluster, said } = clusterOf([
      node('old', legacy),
      node('new', { ...legacy, 'node-id': '2' }),
      node('odd', { ...legacy, 'node-id': 'two' }),
    ]);
    const read = new Map(cluster.nodes.map(({ name, joinAddresses }) => [name, joinAddresses?.map(formatAddress)]));
    expect(read).toEqual(
      new Map([
        ['new', undefined],
        ['odd', undefined],
        ['old', ['100.64.0.7', 'fd98::7']],
      ]),
    );
    expect(said).toEqual(['node/bad-annotation "two"']);
  });

  it('node-chassis-id', () => {
    expect(annotated('node-chassis-id', 'b8a1-22').read.chassisId).toBe('b8a1-22');
  });

  it('node-subnets: a list or a single string, masked', () => {
    const subnets = (value: unknown): string[] => annotated('node-subnets', value).read.subnets.map(formatPrefix);
    expect(subnets({ default: ['10.128.2.9/23', 'fd01:0:0:2::/64'] })).toEqual(['10.128.2.0/23', 'fd01:0:0:2::/64']);
    expect(subnets({ default: '10.128.2.0/23' })).toEqual(['10.128.2.0/23']);
  });

  it('host-cidrs: without masks, each once, sorted as text; and as written', () => {
    const written = ['192.168.10.11/24', '10.9.8.7/8', 'FD00:10::11/64', '10.9.8.7/32'];
    const { read, said } = annotated('host-cidrs', written);
    expect(said).toEqual([]);
    expect(read.hostAddresses?.map(({ text }) => text)).toEqual(['10.9.8.7', '192.168.10.11', 'fd00:10::11']);
    expect(read.hostCIDRs?.map(({ text }) => text)).toEqual(written);
  });

  it.each([
    ['["10.0.0.1"]', 'failed to parse node host cidr: invalid CIDR address: 10.0.0.1'],
    ['[null]', 'failed to parse node host cidr: invalid CIDR address: '],
    ['{"a":1}', `${FAILED} {"a":1} ${FOR} json: cannot unmarshal object into Go value of type []string`],
    ['"10.0.0.1/8"', `${FAILED} "10.0.0.1/8" ${FOR} json: cannot unmarshal string into Go value of type []string`],
    [
      '["10.0.0.1/8",true]',
      `${FAILED} ["10.0.0.1/8",true] ${FOR} json: cannot unmarshal bool into Go value of type string`,
    ],
    [' x', `${FAILED}  x ${FOR} invalid character 'x' looking for beginning of value`],
    ['', `${FAILED}  ${FOR} unexpected end of JSON input`],
  ])('host-cidrs %j gives the error of the live controllers', (text, error) => {
    const { read, said } = annotated('host-cidrs', text);
    expect(read.hostCIDRsError).toBe(error);
    expect(read).not.toHaveProperty('hostAddresses');
    expect(said).toHaveLength(1);
  });

  it('host-cidrs may be empty, or null', () => {
    expect(annotated('host-cidrs', 'null').read.hostAddresses).toEqual([]);
    expect(annotated('host-cidrs', []).read.hostAddresses).toEqual([]);
  });

  it('node-primary-ifaddr and the transit address, IPv4 first', () => {
    const pair = { ipv6: 'fd97::2/64', ipv4: '100.88.0.2/16' };
    const shown = (addresses: readonly InterfaceAddress[]) =>
      addresses.map(({ address, prefix, text }) => [formatAddress(address), formatPrefix(prefix), text]);
    const both = [
      ['100.88.0.2', '100.88.0.0/16', '100.88.0.2/16'],
      ['fd97::2', 'fd97::/64', 'fd97::2/64'],
    ];
    expect(shown(annotated('node-primary-ifaddr', pair).read.primaryAddresses)).toEqual(both);
    expect(shown(annotated('node-transit-switch-port-ifaddr', pair).read.transitAddresses)).toEqual(both);
    const { primaryAddresses } = annotated('node-primary-ifaddr', { ipv4: '', ipv6: 'fd97::2/64' }).read;
    expect(shown(primaryAddresses)).toEqual(both.slice(1));
  });

  it('node-mgmt-port-mac-addresses', () => {
    const mac = '0a:58:0a:80:02:02';
    expect(annotated('node-mgmt-port-mac-addresses', { default: mac }).read.managementMac).toBe(mac);
  });

  it('gateway-mtu-support: only the exact word turns it off', () => {
    expect(annotated('gateway-mtu-support', 'false').read.gatewayMtuSupport).toBe(false);
    expect(annotated('gateway-mtu-support', 'False').read.gatewayMtuSupport).toBe(true);
  });

  it('node-encap-ips', () => {
    expect(annotated('node-encap-ips', ['192.168.10.11']).read.hasEncapIPs).toBe(true);
  });

  it('l3-gateway-config', () => {
    const { read, said } = annotated('l3-gateway-config', { default: gateway });
    expect(said).toEqual([]);
    expect(read.gateway).toMatchObject({
      mode: 'shared',
      interfaceId: 'br-ex_worker',
      macAddress: '52:54:00:00:00:02',
      nodePortEnable: true,
      vlanId: 7,
    });
    expect(read.gateway?.ipAddresses.map(({ text }) => text)).toEqual(gateway['ip-addresses']);
    expect(read.gateway?.nextHops.map(formatAddress)).toEqual(['192.168.10.1', 'fd00:10::1']);
    expect(read.gateway).not.toHaveProperty('external');
  });

  it('l3-gateway-config: the single address counts where the list is empty, the single next hop never does', () => {
    const legacy = {
      ...gateway,
      'ip-addresses': [],
      'ip-address': '192.168.10.12/24',
      'next-hops': [],
      'next-hop': '192.168.10.1',
    };
    const { read } = annotated('l3-gateway-config', { default: legacy });
    expect(read.gateway?.ipAddresses.map(({ text }) => text)).toEqual(['192.168.10.12/24']);
    expect(read.gateway?.nextHops).toEqual([]);
  });

  it('l3-gateway-config: an empty mode means none, whatever the other fields hold', () => {
    const { read, said } = annotated('l3-gateway-config', { default: { mode: '', 'mac-address': 'x' } });
    expect(said).toEqual([]);
    expect(read).not.toHaveProperty('gateway');
  });

  it.each([
    [{}, ['172.19.0.3/16']],
    [{ 'exgw-ip-addresses': [] }, ['172.19.0.3/16']],
    [{ 'exgw-ip-addresses': ['172.19.0.4/16', 'fd00:19::4/64'] }, ['172.19.0.4/16', 'fd00:19::4/64']],
  ])('l3-gateway-config: the second interface, with %j', (more, addresses) => {
    const { external } =
      annotated('l3-gateway-config', { default: { ...gateway, ...second, ...more } }).read.gateway ?? {};
    expect(external).toMatchObject({ interfaceId: 'br-ex1_worker', macAddress: '52:54:00:00:00:03' });
    expect(external?.ipAddresses.map(({ text }) => text)).toEqual(addresses);
  });
});

describe('annotations that are broken are warned of, and taken as missing', () => {
  it.each<[string, unknown, keyof Node]>([
    ['node-id', '0', 'nodeId'],
    ['node-id', '-1', 'nodeId'],
    ['node-id', '1.5', 'nodeId'],
    ['node-id', '02', 'nodeId'],
    ['node-subnets', '{', 'subnets'],
    ['node-subnets', { other: ['10.0.0.0/24'] }, 'subnets'],
    ['node-subnets', { default: ['10.0.0.0'] }, 'subnets'],
    ['node-subnets', { default: ['10.0.0.0/24', 5] }, 'subnets'],
    ['node-subnets', ['10.0.0.0/24'], 'subnets'],
    ['node-subnets', null, 'subnets'],
    ['host-cidrs', '192.168.10.11/24', 'hostAddresses'],
    ['host-cidrs', { a: 1 }, 'hostAddresses'],
    ['host-cidrs', '"192.168.10.11/24"', 'hostAddresses'],
    ['host-cidrs', ['192.168.10.11/24', '192.168.10.12'], 'hostAddresses'],
    ['node-primary-ifaddr', { ipv4: 'x' }, 'primaryAddresses'],
    ['node-primary-ifaddr', [], 'primaryAddresses'],
    ['node-transit-switch-port-ifaddr', { ipv4: 5 }, 'transitAddresses'],
    ['node-mgmt-port-mac-addresses', { default: '0a:58' }, 'managementMac'],
    ['l3-gateway-config', {}, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, mode: 'other' } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'mac-address': '' } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'ip-addresses': ['192.168.10.11'] } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'ip-addresses': [] } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'next-hops': ['x'] } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'vlan-id': '4096' } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, ...second, 'exgw-mac-address': 'x' } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, ...second, 'exgw-ip-address': '172.19.0.3' } }, 'gateway'],
    ['l3-gateway-config', { default: { ...gateway, 'vlan-id': 'x' } }, 'gateway'],
  ])('%s: %j', (name, value, field) => {
    const { read, said } = annotated(name, value);
    expect(said).toEqual(['node/bad-annotation']);
    expect(read[field] ?? []).toEqual([]);
  });

  it.each(['', '..', '.a', 'a/b', 'a b', 'a:b', 'ä', 'a'.repeat(254)])(
    'zone-name %j: the node is in no zone',
    (zone) => {
      const { cluster, said } = clusterOf([node('worker', { 'zone-name': zone }), node('other')]);
      expect(said.map((line) => line.split(' ')[0])).toEqual(['node/bad-zone']);
      expect([...cluster.zones.keys()]).toEqual(['global']);
      expect(cluster.zones.get('global')?.map(({ name }) => name)).toEqual(['other']);
    },
  );

  it('host-cidrs keeps the error that the live controllers have', () => {
    expect(annotated('host-cidrs', ['10.0.0.1/8', '10.0.0.2']).read.hostCIDRsError).toBe(
      'failed to parse node host cidr: invalid CIDR address: 10.0.0.2',
    );
    expect(annotated('host-cidrs', '{').read.hostCIDRsError).toBeDefined();
  });

  it('the warning points at the annotation, and leaves other nodes and annotations alone', () => {
    const { cluster, said } = clusterOf([
      node('a', { 'node-subnets': '{"default":5}', 'node-id': '7' }),
      node('b', { 'node-subnets': '{"default":["10.128.4.0/24"]}' }),
    ]);
    expect(said).toEqual(['node/bad-annotation "{\\"default\\":5}"']);
    expect(cluster.nodeByName.get('a')?.nodeId).toBe(7);
    expect(cluster.nodeByName.get('b')?.subnets.map(formatPrefix)).toEqual(['10.128.4.0/24']);
  });

  it('an annotation that is no string counts as missing', () => {
    expect(clusterOf([node('a', { 'node-id': 5 })]).cluster.nodes[0]).not.toHaveProperty('nodeId');
  });
});

describe('a managed topology', () => {
  it('says once what each node lacks for it', () => {
    const { reports } = clusterOf(
      [
        node('bare'),
        node('half', { 'node-subnets': '{"default":["10.128.2.0/23"]}' }),
        node('other', { 'node-subnets': '{"default":["fd01:0:0:2::/64"]}' }),
      ],
      'topology: managed\ninterconnect: true\n',
    );
    expect(reports.map(({ severity, message }) => `${severity} ${message.replace(/, so .*/, '')}`)).toEqual([
      'warning the node has no annotation k8s.ovn.org/node-subnets',
      'warning the node has no annotations k8s.ovn.org/node-id, k8s.ovn.org/node-chassis-id, k8s.ovn.org/l3-gateway-config, k8s.ovn.org/node-transit-switch-port-ifaddr',
      'warning the node has IPv6 subnets, expected IPv4 by ipFamilies',
    ]);
  });
});
