import { describe, expect, it } from 'vitest';
import { clusterOf, namespace, node, pod } from './inventory.js';

const placed = { nodeName: 'worker' };

function networks(value: unknown): { annotations: { 'k8s.ovn.org/pod-networks': string } } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { annotations: { 'k8s.ovn.org/pod-networks': text } };
}

/** Addresses of a pod on a known node, and the codes of what was said. */
function addressesOf(status: Parameters<typeof pod>[2], metadata: Parameters<typeof pod>[3] = {}): unknown[] {
  const { cluster, said } = clusterOf([node('worker'), namespace('shop'), pod('web', placed, status, metadata)]);
  const [read] = cluster.podsByNamespace.get('shop') ?? [];
  return [read?.addresses.map(({ text }) => text), ...said.map((line) => line.split(' ')[0])];
}

describe('pods', () => {
  const mac = '0a:58:0a:80:02:05';
  /** As OVN-Kubernetes writes it for a pod of one family. */
  const single = {
    ip_addresses: ['10.128.2.5/23'],
    mac_address: mac,
    gateway_ips: ['10.128.2.1'],
    ip_address: '10.128.2.5/23',
    gateway_ip: '10.128.2.1',
  };

  it('without status.podIPs have the addresses of the annotation, and a port', () => {
    const metadata = networks({ default: { ip_addresses: ['10.128.2.5/23', 'FD01:0:0:2::5/64'], mac_address: mac } });
    const { cluster, said } = clusterOf([node('worker'), pod('web', placed, { podIP: '10.128.2.9' }, metadata)]);
    expect(said).toEqual([]);
    expect(cluster.podsByNode.get('worker')?.[0]).toMatchObject({
      addresses: [{ text: '10.128.2.5' }, { text: 'fd01:0:0:2::5' }],
      port: { mac, addresses: [{ text: '10.128.2.5' }, { text: 'fd01:0:0:2::5' }] },
    });
  });

  it('have the single address of the annotation where there is no list', () => {
    expect(addressesOf({}, networks({ default: { ip_address: '10.128.2.5/23', mac_address: mac } }))).toEqual([
      ['10.128.2.5'],
    ]);
    expect(
      addressesOf({}, networks({ default: { ip_addresses: [], ip_address: '10.128.2.5/23', mac_address: mac } })),
    ).toEqual([['10.128.2.5']]);
  });

  it('have those of the list where single values copy it', () => {
    const others = {
      ip_addresses: ['10.128.2.5/23', 'fd01:0:0:2::5/64'],
      ip_address: '10.128.2.5/23',
      gateway_ips: [],
    };
    expect(addressesOf({}, networks({ default: single }))).toEqual([['10.128.2.5']]);
    expect(addressesOf({}, networks({ default: { ...single, ...others } }))).toEqual([['10.128.2.5', 'fd01:0:0:2::5']]);
  });

  it('have the addresses of status.podIPs before those of the annotation, which are those of their port', () => {
    const metadata = networks({ default: { ip_addresses: ['10.128.2.5/23'], mac_address: mac } });
    const objects = [node('worker'), pod('web', placed, { podIPs: [{ ip: '10.128.2.6' }] }, metadata)];
    expect(clusterOf(objects).cluster.podsByNode.get('worker')?.[0]).toMatchObject({
      addresses: [{ text: '10.128.2.6' }],
      port: { mac, addresses: [{ text: '10.128.2.5' }] },
    });
  });

  it('with another primary network have those of the annotation', () => {
    const locked = { ip_addresses: ['10.128.2.5/23'], mac_address: mac, role: 'infrastructure-locked' };
    expect(addressesOf({ podIPs: [{ ip: '10.40.0.6' }] }, networks({ default: locked }))).toEqual([['10.128.2.5']]);
  });

  it('without an annotation have those of status.podIPs, else that of status.podIP', () => {
    expect(addressesOf({ podIPs: [{ ip: '10.128.2.6' }, { ip: 'FD01::6' }], podIP: '10.128.2.9' })).toEqual([
      ['10.128.2.6', 'fd01::6'],
    ]);
    expect(addressesOf({ podIPs: [], podIP: '10.128.2.9' })).toEqual([['10.128.2.9']]);
    expect(addressesOf({ podIP: '10.128.2.9' })).toEqual([['10.128.2.9']]);
    expect(addressesOf({})).toEqual([[]]);
    expect(addressesOf({ podIP: '' })).toEqual([[]]);
  });

  it('with an annotation for other networks only have those of the status', () => {
    expect(addressesOf({ podIP: '10.128.2.9' }, networks({ 'shop/blue': { ip_addresses: ['10.9.0.1/24'] } }))).toEqual([
      ['10.128.2.9'],
    ]);
  });

  it.each([
    ['{'],
    [null],
    [[]],
    [{ default: { ip_addresses: ['10.128.2.5'], mac_address: mac } }],
    [{ default: { ip_addresses: ['10.128.2.5/23', 'x'], mac_address: mac } }],
    [{ default: { ip_addresses: ['10.128.2.5/23'] } }],
    [{ default: { ip_addresses: ['10.128.2.5/23'], mac_address: 'x' } }],
    [{ default: { mac_address: mac } }],
    [{ default: { ...single, ip_address: '10.128.2.6/23' } }],
    [{ default: { ...single, gateway_ip: '10.128.2.2' } }],
  ])('with the broken annotation %j have those of the status, and a warning', (value) => {
    expect(addressesOf({ podIP: '10.128.2.9' }, networks(value))).toEqual([['10.128.2.9'], 'pod/bad-annotation']);
  });

  it.each(['{', '{}', '[{"name": "shop/blue", "ips": ["10.9.0.1"]'])(
    'with the broken network status %j have those of the status, and a warning',
    (text) => {
      expect(
        addressesOf({ podIP: '10.128.2.9' }, { annotations: { 'k8s.v1.cni.cncf.io/network-status': text } }),
      ).toEqual([['10.128.2.9'], 'pod/bad-network-status']);
    },
  );

  it('keep their good addresses beside a bad one', () => {
    expect(addressesOf({ podIPs: [{ ip: '10.128.2.300' }, { ip: '10.128.2.6' }] })).toEqual([
      ['10.128.2.6'],
      'pod/bad-address',
    ]);
  });

  it('know whether they are on the host network, completed, scheduled', () => {
    const { cluster } = clusterOf([
      node('worker'),
      pod('a', { nodeName: 'worker', hostNetwork: true }, { phase: 'Running' }),
      pod('b', placed, { phase: 'Succeeded' }),
      pod('c', placed, { phase: 'Failed' }),
      pod('d', {}, { phase: 'Pending' }),
    ]);
    const pods = cluster.podsByNamespace.get('shop') ?? [];
    expect(pods.map(({ name, hostNetwork, completed, nodeName }) => [name, hostNetwork, completed, nodeName])).toEqual([
      ['a', true, false, 'worker'],
      ['b', false, true, 'worker'],
      ['c', false, true, 'worker'],
      ['d', false, false, ''],
    ]);
  });

  it('on a node that nobody knows are warned of, unless they have ended', () => {
    const { said } = clusterOf([
      node('worker'),
      pod('a', { nodeName: 'gone' }),
      pod('b', { nodeName: 'gone' }, { phase: 'Failed' }),
    ]);
    expect(said).toEqual(['pod/unknown-node "gone"']);
  });

  it('without a namespace are ignored with a warning', () => {
    const lost = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'lost' }, spec: {} };
    const { cluster, said } = clusterOf([node('worker'), lost]);
    expect(said).toEqual(['inventory/missing-namespace "metadata"']);
    expect([...cluster.namespaces.keys()]).toEqual([]);
    expect(cluster.podsByNamespace.size).toBe(0);
  });
});
