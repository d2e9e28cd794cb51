import { describe, expect, it } from 'vitest';
import { INTERCONNECT, type ServiceFacts, host, objectsOf, serviceNode } from './objects.js';
import type { JsonObject } from '../../../src/std/json.js';

const LOCAL = `${INTERCONNECT}gatewayMode: local\n`;
const NODES = [serviceNode(1, 'edge'), serviceNode(2, 'core')];

function saidOf(services: readonly ServiceFacts[], weirYaml?: string, nodes: readonly JsonObject[] = NODES) {
  const { said, only } = host([...nodes, ...services.flatMap(objectsOf)], weirYaml);
  return { codes: said.map((text) => text.split(' ')[1]), only };
}

describe('an endpoint of two EgressServices', () => {
  const endpoints = ['10.128.1.5 n1'];

  it('keeps its host, and its address there, where the other service is of every node', () => {
    const network: ServiceFacts = { number: 1, endpoints, byNetwork: true };
    const { codes, only } = saidOf([network, { number: 2, endpoints, nodeLabel: 'core' }], LOCAL);
    expect(only('reroute-through-host')).toMatchObject([{ cause: { name: 's2' }, host: { name: 'n2' } }]);
    expect(only('translate-on-host')).toMatchObject([{ cause: { name: 's2' }, address: { text: '192.0.2.2' } }]);
    expect(only('route-table').map(({ cause }) => cause.name)).toEqual(['s1', 's2']);
    expect(codes).toContain('egress-service/endpoint-has-a-host');
    expect(codes).not.toContain('egress-service/shared-endpoint');
  });

  it('is served by the first of two with a host, and by the first of two of every node', () => {
    const hosted = saidOf([
      { number: 1, endpoints },
      { number: 2, endpoints },
    ]);
    expect(hosted.only('reroute-through-host').map(({ cause }) => cause.name)).toEqual(['s1']);
    expect(hosted.codes).toContain('egress-service/shared-endpoint');
    const everywhere = saidOf(
      [
        { number: 1, endpoints, byNetwork: true },
        { number: 2, endpoints, byNetwork: true },
      ],
      LOCAL,
    );
    const tables = everywhere.only('route-table');
    expect(tables.map(({ sources }) => sources.map(({ address }) => address.text))).toEqual([
      ['10.128.1.5', '172.16.1.1'],
      ['172.16.1.2'],
    ]);
    expect(everywhere.codes).toContain('egress-service/shared-endpoint');
  });
});

describe('an endpoint address on two nodes', () => {
  it('lets either node be the host of local traffic, and is translated once', () => {
    for (const nodeLabel of ['edge', 'core']) {
      const endpoints = ['10.128.1.5 n1', '10.128.1.5 n2'];
      const { codes, only } = saidOf([{ number: 1, endpoints, nodeLabel, local: true }]);
      expect(only('reroute-through-host').map(({ sources }) => sources.map(({ nodeName }) => nodeName))).toEqual([
        ['n1', 'n2'],
      ]);
      expect(only('translate-on-host').map(({ sources }) => sources.length)).toEqual([1]);
      expect(codes).toEqual([]);
    }
  });
});

describe('a host without an annotation that leads to it', () => {
  it.each(['node-subnets', 'node-transit-switch-port-ifaddr'])('%s: no zone has a policy', (annotation) => {
    const node = serviceNode(1, 'edge') as { metadata: { annotations: Record<string, string> } };
    const { [`k8s.ovn.org/${annotation}`]: removed, ...annotations } = node.metadata.annotations;
    const without = { ...node, metadata: { ...node.metadata, annotations } } as JsonObject;
    const service: ServiceFacts = { number: 1, endpoints: ['10.128.1.5 n1', '10.128.2.5 n2'], nodeLabel: 'edge' };
    const { codes, only } = saidOf([service], INTERCONNECT, [without, serviceNode(2, 'core')]);
    expect(removed).toBeDefined();
    expect(only('reroute-through-host')).toEqual([]);
    expect(only('translate-on-host')).toHaveLength(1);
    expect(codes).toEqual(['egress-service/host-without-annotation']);
  });
});

describe('a node whose hostname label is not its name', () => {
  it('is no host of local traffic, since the live controllers select the nodes of endpoints by that label', () => {
    const node = serviceNode(1, 'edge') as { metadata: { labels: Record<string, string> } };
    const labels = { ...node.metadata.labels, 'kubernetes.io/hostname': 'n1.example.com' };
    const renamed = { ...node, metadata: { ...node.metadata, labels } } as JsonObject;
    const service: ServiceFacts = { number: 1, endpoints: ['10.128.1.5 n1'], local: true };
    expect(host([serviceNode(1, 'edge'), ...objectsOf(service)]).hosts.get('s1')).toBe('n1');
    expect(host([renamed, ...objectsOf(service)]).hosts.get('s1')).toBe('');
    expect(host([renamed, ...objectsOf({ ...service, local: false })]).hosts.get('s1')).toBe('n1');
  });
});

describe('the node ports of local traffic', () => {
  const both = `${INTERCONNECT}ipFamilies: [IPv4, IPv6]\n`;
  const name = { hostname: 'lb.example.com' };

  it.each<[string, string, JsonObject, readonly string[]]>([
    ['IPv4, and an address of IPv4', INTERCONNECT, { ip: '192.0.2.1' }, ['169.254.169.3 30001']],
    ['IPv4, and an address of IPv6', INTERCONNECT, { ip: '2001:db8::1' }, []],
    ['IPv4, and a host name', INTERCONNECT, name, []],
    ['both families, and a host name', both, name, ['fd69::3 30001']],
  ])('have a rule of their family alone, with %s', (_, weirYaml, ingress, rules) => {
    const { only } = saidOf([{ number: 1, endpoints: ['10.128.1.5 n1'], local: true, ingress }], weirYaml);
    const sources = only('route-table').flatMap((intent) => intent.sources.filter(({ port }) => port !== undefined));
    expect(sources.map(({ address, port }) => `${address.text} ${port ?? ''}`)).toEqual(rules);
  });
});
