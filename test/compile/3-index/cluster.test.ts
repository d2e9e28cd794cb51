import { describe, expect, it } from 'vitest';
import { clusterOf, namespace, node, pod } from './inventory.js';

const placed = { nodeName: 'worker' };

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

  it('without interconnect are one: several are an error at the first node of another zone', () => {
    const apart = [node('a', { 'zone-name': 'a' }), node('b', { 'zone-name': 'b' })];
    expect(clusterOf(apart).said).toEqual(['inventory/zones-without-interconnect "b"']);
    expect(clusterOf(apart).reports.map(({ severity }) => severity)).toEqual(['error']);
    expect(clusterOf(apart, 'interconnect: true').said).toEqual([]);
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
    expect([...cluster.dnsAnswers].map(([name, addresses]) => [name, addresses.map(({ text }) => text)])).toEqual([
      ['api.example.com.', ['198.51.100.10', '198.51.100.7', '2001:db8::1']],
      ['other.example.com.', []],
    ]);
  });

  it('that are no addresses are left out with a warning', () => {
    const { cluster, said } = clusterOf([node('worker'), resolver('a.example.com.', 'x', '192.0.2.1')]);
    expect(cluster.dnsAnswers.get('a.example.com.')).toMatchObject([{ text: '192.0.2.1' }]);
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
