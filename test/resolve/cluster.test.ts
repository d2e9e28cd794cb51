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
  return [read?.addresses, ...said.map((line) => line.split(' ')[0])];
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

  it('have the addresses of the annotation, and a port', () => {
    const metadata = networks({ default: { ip_addresses: ['10.128.2.5/23', 'FD01:0:0:2::5/64'], mac_address: mac } });
    const { cluster, said } = clusterOf([node('worker'), pod('web', placed, { podIP: '10.128.2.9' }, metadata)]);
    expect(said).toEqual([]);
    expect(cluster.podsByNode.get('worker')?.[0]).toMatchObject({
      addresses: ['10.128.2.5', 'fd01:0:0:2::5'],
      port: { mac, addresses: ['10.128.2.5', 'fd01:0:0:2::5'] },
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

  it('else those of status.podIPs, else that of status.podIP', () => {
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

describe('labels', () => {
  it('that are no strings are left out with a warning, the others stay', () => {
    const { cluster, said } = clusterOf([node('worker', {}, { a: 'x', b: 5, c: true, constructor: 'y' })]);
    expect(cluster.nodes[0]?.labels).toEqual({ a: 'x', constructor: 'y' });
    expect(said).toEqual(['inventory/bad-labels 5']);
  });

  it('that are no mapping are none', () => {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', labels: ['a'] } };
    const { cluster, said } = clusterOf([object]);
    expect(cluster.nodes[0]?.labels).toEqual({});
    expect(said).toEqual(['inventory/bad-labels "labels"']);
  });
});

describe('names', () => {
  it('that are none take only their own object along', () => {
    const { cluster, said } = clusterOf([node('Worker_A'), node('worker'), node('../x')]);
    expect(cluster.nodes.map(({ name }) => name)).toEqual(['worker']);
    expect(said).toEqual(['inventory/bad-name "../x"', 'inventory/bad-name "Worker_A"']);
  });

  it('that are there twice count once: the first', () => {
    const first = node('worker', { 'zone-name': 'a' });
    const { cluster, said } = clusterOf([first, node('worker', { 'zone-name': 'b' })]);
    expect(cluster.nodes.map(({ zone }) => zone)).toEqual(['a']);
    expect(said).toEqual(['inventory/duplicate "worker"']);
  });

  it('of nodes are the same whatever namespace is written beside them', () => {
    const second = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', namespace: 'shop' } };
    const { cluster, said } = clusterOf([node('worker'), second]);
    expect(cluster.nodes).toHaveLength(1);
    expect(said).toEqual(['inventory/duplicate "worker"']);
  });

  it('of pods may repeat in another namespace', () => {
    const { cluster } = clusterOf([node('worker'), pod('a', placed), pod('a', placed, {}, { namespace: 'front' })]);
    expect([...cluster.podsByNamespace.keys()].sort()).toEqual(['front', 'shop']);
  });

  it('like properties of objects are names', () => {
    const { cluster } = clusterOf([node('constructor'), namespace('constructor')]);
    expect(cluster.nodeByName.get('constructor')?.name).toBe('constructor');
    expect(cluster.nodeByName.get('valueof')).toBeUndefined();
    expect([...cluster.namespaces.keys()]).toEqual(['constructor']);
  });
});

describe('zones', () => {
  const zonesOf = (weirYaml: string, ...nodes: ReturnType<typeof node>[]): unknown[] =>
    [...clusterOf(nodes, weirYaml).cluster.zones].map(([zone, members]) => [zone, members.map(({ name }) => name)]);

  it('are those of the nodes, sorted, with their nodes', () => {
    expect(
      zonesOf(
        'interconnect: true',
        node('c', { 'zone-name': 'x' }),
        node('b', { 'zone-name': 'a' }),
        node('a', { 'zone-name': 'x' }),
      ),
    ).toEqual([
      ['a', ['b']],
      ['x', ['a', 'c']],
    ]);
  });

  it('is global for all without annotations', () => {
    expect(zonesOf('', node('b'), node('a'))).toEqual([['global', ['a', 'b']]]);
  });

  it('without nodes there is still the central one, but none with interconnect; and a warning', () => {
    expect(zonesOf('')).toEqual([['global', []]]);
    expect(zonesOf('interconnect: true')).toEqual([]);
    expect(clusterOf([]).said).toEqual(['inventory/no-nodes']);
  });
});

describe('DNS answers', () => {
  const resolver = (name: string, ...ips: string[]): ReturnType<typeof node> => ({
    apiVersion: 'network.openshift.io/v1alpha1',
    kind: 'DNSNameResolver',
    metadata: { name: `r${ips.length}`, namespace: 'openshift-dns' },
    spec: { name },
    status: { resolvedNames: [{ dnsName: name, resolvedAddresses: ips.map((ip) => ({ ip })) }, {}] },
  });

  it('of weir.yaml and of DNSNameResolver objects are joined, by normal name, canonical, sorted, each once', () => {
    const weirYaml = 'dns: {Api.Example.com: [198.51.100.7, "2001:DB8::1"], other.example.com: []}';
    const { cluster, said } = clusterOf(
      [
        node('worker'),
        resolver('api.example.com.', '198.51.100.10', '198.51.100.7'),
        resolver('api.example.com.', '2001:db8:0::1'),
      ],
      weirYaml,
    );
    expect(said).toEqual([]);
    expect([...cluster.dnsAnswers]).toEqual([
      ['api.example.com.', ['198.51.100.10', '198.51.100.7', '2001:db8::1']],
      ['other.example.com.', []],
    ]);
  });

  it('that are no addresses are left out with a warning', () => {
    const { cluster, said } = clusterOf([node('worker'), resolver('a.example.com.', 'x', '192.0.2.1')]);
    expect(cluster.dnsAnswers.get('a.example.com.')).toEqual(['192.0.2.1']);
    expect(said).toEqual(['dns/bad-answer "x"']);
  });

  it('of a wildcard stand under the wildcard', () => {
    const { cluster } = clusterOf([node('worker'), resolver('*.example.com.', '192.0.2.1')]);
    expect([...cluster.dnsAnswers.keys()]).toEqual(['*.example.com.']);
  });

  it('a resolver without spec or status is silent', () => {
    const bare = {
      apiVersion: 'network.openshift.io/v1alpha1',
      kind: 'DNSNameResolver',
      metadata: { name: 'x', namespace: 'y' },
    };
    expect(clusterOf([node('worker'), bare]).cluster.dnsAnswers.size).toBe(0);
  });
});
