import { describe, expect, it } from 'vitest';
import { node } from '../../compile/3-index/inventory.js';
import { cidr, deny, labelled, lowerRules, nodes } from './firewall.js';
import { lowerObjects, resource } from '../pipeline.js';

describe('rules', () => {
  it('become filters of the namespace, in their order, with verdict, ports and cause', () => {
    const ports = [
      { protocol: 'TCP', port: 443 },
      { protocol: 'UDP', port: 53 },
      { protocol: 'TCP', port: 443 },
    ];
    const { filters, said } = lowerRules([
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' }, ports },
      cidr('0.0.0.0/0'),
    ]);
    expect(said).toEqual([]);
    expect(filters).toMatchObject([
      { source: { namespace: 'shop' }, order: 0, verdict: 'allow', ports },
      { source: { namespace: 'shop' }, order: 1, verdict: 'drop', ports: [] },
    ]);
    expect(filters.map(({ cause }) => [cause.kind, cause.namespace, cause.name, cause.pointer])).toEqual([
      ['EgressFirewall', 'shop', 'default', '/spec/egress/0'],
      ['EgressFirewall', 'shop', 'default', '/spec/egress/1'],
    ]);
  });

  it('log with the level of their verdict, or not at all', () => {
    const { filters } = lowerRules([{ type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } }, cidr('0.0.0.0/0')]);
    expect(filters[0]).not.toHaveProperty('log');
    expect(filters[1]?.log).toBe('alert');
  });

  it('none at all still have a status', () => {
    const { filters, statuses } = lowerRules([]);
    expect(filters).toEqual([]);
    expect(statuses[0]?.status).toEqual({
      messages: ['global: EgressFirewall Rules applied'],
      status: 'EgressFirewall Rules applied',
    });
  });

  it('without a destination leave the others their order', () => {
    const { filters, said } = lowerRules([
      labelled('none'),
      cidr('203.0.113.0/24'),
      deny({ cidrSelector: '' }),
      cidr('198.51.100.0/24'),
    ]);
    expect(filters.map(({ order }) => order)).toEqual([1, 3]);
    expect(said).toEqual([
      'warning egress-firewall/no-node-selected /spec/egress/0/to/nodeSelector',
      'warning egress-firewall/empty-destination /spec/egress/2/to/cidrSelector',
    ]);
  });

  it('of several namespaces stay apart', () => {
    const { filters, statuses } = lowerObjects([
      ...nodes,
      resource('EgressFirewall', 'shop', [cidr('203.0.113.0/24')]),
      resource('EgressFirewall', 'front', [cidr('1.2.3.4/33')]),
    ]);
    expect(filters.map(({ source }) => source.namespace)).toEqual(['shop']);
    expect(statuses.map(({ cause, status }) => [cause.namespace, status.status])).toEqual([
      ['front', 'EgressFirewall Rules not correctly applied'],
      ['shop', 'EgressFirewall Rules applied'],
    ]);
  });
});

describe('an object with wrong rules', () => {
  it('has no filter, and all errors in the status of each zone', () => {
    const zone = node('worker-a', { 'zone-name': 'worker-a' });
    const rules = [cidr('1.2.3.4/33'), { type: 'Allow', to: { dnsName: '*.example.com' } }, cidr('0.0.0.0/0')];
    const { filters, statuses } = lowerObjects(
      [zone, resource('EgressFirewall', 'front', rules)],
      'interconnect: true',
    );
    expect(filters).toEqual([]);
    expect(statuses[0]).toMatchObject({
      subresource: 'status',
      status: {
        messages: [
          'worker-a: EgressFirewall Rules not correctly applied: [cannot create EgressFirewall Rule to destination 1.2.3.4/33 for namespace front: invalid CIDR address: 1.2.3.4/33, cannot create EgressFirewall Rule to destination  for namespace front: wildcard dns name is not supported as rule destination, *.example.com]',
        ],
        status: 'EgressFirewall Rules not correctly applied',
      },
    });
  });

  it('8001 rules fit, the next is one too many', () => {
    const rules = Array.from({ length: 8001 }, (_, index) => cidr(`203.0.${index >> 8}.${index & 255}/32`));
    const fitting = lowerRules(rules);
    expect(fitting.said).toEqual([]);
    expect(fitting.filters).toHaveLength(8001);
    expect(fitting.filters.at(-1)?.order).toBe(8000);
    const tooMany = lowerRules([cidr('x/y'), ...rules]);
    expect(tooMany.filters).toEqual([]);
    expect(tooMany.said).toEqual([
      'rejected egress-firewall/bad-cidr /spec/egress/0/to/cidrSelector',
      'rejected egress-firewall/too-many-rules /spec/egress/8001',
    ]);
    expect(tooMany.statuses[0]?.status.messages).toEqual([
      'global: EgressFirewall Rules not correctly applied: [cannot create EgressFirewall Rule to destination x/y for namespace shop: invalid CIDR address: x/y, egressFirewall for namespace shop has too many rules, max allowed number is 8000]',
    ]);
  });
});

describe('status', () => {
  const firewall = resource('EgressFirewall', 'shop', []);

  it('has a message of each zone, sorted', () => {
    const zones = ['b', 'a'].map((zone) => node(`worker-${zone}`, { 'zone-name': `zone-${zone}` }));
    expect(lowerObjects([...zones, firewall], 'interconnect: true').statuses[0]?.status).toEqual({
      messages: ['zone-a: EgressFirewall Rules applied', 'zone-b: EgressFirewall Rules applied'],
      status: 'EgressFirewall Rules applied',
    });
  });

  it('is not touched where there is no zone', () => {
    expect(lowerObjects([firewall], 'interconnect: true').statuses).toEqual([]);
  });

  it('is of the object as a whole', () => {
    expect(lowerObjects([...nodes, firewall]).statuses[0]?.cause).toMatchObject({
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      namespace: 'shop',
      name: 'default',
      pointer: '',
    });
  });
});

describe('ports without a number', () => {
  const rules = [{ type: 'Deny', to: { cidrSelector: '203.0.113.0/24' }, ports: [{ protocol: 'TCP' }] }];

  it('are an error in a new object', () => {
    const { said, filters } = lowerRules(rules);
    expect(said).toEqual(['error egress-firewall/missing-port /spec/egress/0/ports/0']);
    expect(filters).toEqual([]);
  });

  it('mean the whole protocol in one that is stored', () => {
    const stored = {
      ...resource('EgressFirewall', 'shop', rules),
      metadata: { name: 'default', namespace: 'shop', uid: '6f0c' },
    };
    const { said, filters } = lowerObjects([...nodes, stored]);
    expect(said).toEqual(['warning egress-firewall/any-port /spec/egress/0/ports/0']);
    expect(filters[0]?.ports).toEqual([{ protocol: 'TCP' }]);
  });
});

describe('the feature', () => {
  it('that is off leaves everything out, with one warning', () => {
    const objects = ['shop', 'front'].map((ns) => resource('EgressFirewall', ns, [cidr('203.0.113.0/24')]));
    const { filters, statuses, said } = lowerObjects([...nodes, ...objects], 'features: [egressQoS]');
    expect([filters, statuses]).toEqual([[], []]);
    expect(said).toEqual(['warning configuration/feature-off /kind']);
  });
});
