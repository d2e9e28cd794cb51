import { describe, expect, it } from 'vitest';
import { node } from '../../compile/3-index/inventory.js';
import { cidr, deny, destinations, labelled, lowerRules, name, nodes } from './firewall.js';
import { lowerObjects, resource } from '../pipeline.js';

describe('cidrSelector', () => {
  it('keeps its text, and has the cluster subnets that it touches cut out, in their order', () => {
    const { filters, said } = lowerRules(
      [
        cidr('0.0.0.0/0'),
        cidr('10.129.3.7/14'),
        cidr('10.131.0.0/16'),
        cidr('10.0.0.0/8'),
        cidr('203.0.113.0/24'),
        cidr('FD01::/16'),
      ],
      'clusterSubnets: [10.132.0.0/14/23, 10.128.0.0/14/23, fd01::/48]',
    );
    expect(destinations(filters)).toEqual([
      ['0.0.0.0/0 -10.132.0.0/14 -10.128.0.0/14'],
      ['10.129.3.7/14 -10.128.0.0/14'],
      ['10.131.0.0/16 -10.128.0.0/14'],
      ['10.0.0.0/8 -10.132.0.0/14 -10.128.0.0/14'],
      ['203.0.113.0/24'],
      ['FD01::/16 -fd01::/48'],
    ]);
    expect(said).toEqual(['warning egress-firewall/host-bits /spec/egress/1/to/cidrSelector']);
  });

  it('of a family that is off is kept, with a warning', () => {
    const { filters, said } = lowerRules([cidr('::/0')]);
    expect(destinations(filters)).toEqual([['::/0']]);
    expect(said).toEqual(['warning egress-firewall/family-off /spec/egress/0/to/cidrSelector']);
  });

  it.each([
    '10.0.0.0',
    '1.2.3.4/40',
    '10.0.0.300/8',
    '010.0.0.0/8',
    '::ffff:10.0.0.0/129',
    '::ffff:010.0.0.0/104',
    ' 10.0.0.0/8',
    'fe80::%1/64',
    'x',
  ])('%j takes the object out of service', (text) => {
    const { filters, statuses, said } = lowerRules([cidr('203.0.113.0/24'), cidr(text)]);
    expect(filters).toEqual([]);
    expect(said).toEqual(['rejected egress-firewall/bad-cidr /spec/egress/1/to/cidrSelector']);
    expect(statuses[0]?.status.messages).toEqual([
      `global: EgressFirewall Rules not correctly applied: cannot create EgressFirewall Rule to destination ${text} for namespace shop: invalid CIDR address: ${text}`,
    ]);
  });

  it.each([
    ['::ffff:10.0.0.0/104', 'mapped-cidr'],
    ['::FFFF:a00:0/104', 'mapped-cidr'],
    ['0:0:0:0:0:ffff:10.0.0.0/0104', 'mapped-cidr'],
    ['::ffff:10.0.0.0/95', 'mapped-cidr'],
    ['::ffff:10.0.0.0/0', 'mapped-cidr'],
    ['10.0.0.0/08', 'leading-zeros'],
    ['fd00::/0008', 'leading-zeros'],
  ])('%s, which OVN does not read, costs its rule and not the Deny behind it', (text, fact) => {
    const { filters, statuses, said } = lowerRules([cidr(text), cidr('203.0.113.0/24')]);
    expect(said).toEqual([`rejected egress-firewall/${fact} /spec/egress/0/to/cidrSelector`]);
    expect(filters.map(({ order, verdict }) => [order, verdict])).toEqual([[1, 'drop']]);
    expect(statuses[0]?.status.status).toBe('EgressFirewall Rules applied');
  });
});

describe('dnsName', () => {
  const dns = 'dns: {api.example.com: [198.51.100.7, 10.128.5.5, "2001:db8::7", "fd01::5"]}';

  it('stands for its answers of enabled families outside the cluster network', () => {
    expect(destinations(lowerRules([name('api.example.com')], dns).filters)).toEqual([
      ['api.example.com 198.51.100.7'],
    ]);
    expect(destinations(lowerRules([name('api.example.com')], `${dns}\nipFamilies: [IPv4, IPv6]`).filters)).toEqual([
      ['api.example.com 198.51.100.7 2001:db8::7'],
    ]);
  });

  it('keeps its spelling without a DNSNameResolver: each spelling has a set', () => {
    const { filters, said } = lowerRules([name('Api.Example.com'), name('api.example.com.'), name('localhost')], dns);
    expect(destinations(filters)).toEqual([
      ['Api.Example.com 198.51.100.7'],
      ['api.example.com. 198.51.100.7'],
      ['localhost'],
    ]);
    expect(said).toEqual(['info egress-firewall/no-dns-answer /spec/egress/2/to/dnsName']);
  });

  it('is lower case and fully qualified with one, and may be a wildcard', () => {
    const { filters } = lowerRules([name('Api.Example.com'), name('*.example.com')], `${dns}\ndnsNameResolver: true`);
    expect(destinations(filters)).toEqual([['api.example.com. 198.51.100.7'], ['*.example.com.']]);
  });

  it('an answer pinned to be empty is no reason to warn', () => {
    expect(lowerRules([name('a.example.com')], 'dns: {a.example.com: []}').said).toEqual([]);
  });

  it('of one spelling shares its set between rules and objects', () => {
    const { filters } = lowerObjects(
      [
        ...nodes,
        ...['shop', 'front'].map((ns) =>
          resource('EgressFirewall', ns, [name('api.example.com'), name('api.example.com')]),
        ),
      ],
      dns,
    );
    const sets = filters.flatMap((filter) =>
      filter.destinations.map((one) => (one.type === 'name' ? one.set : undefined)),
    );
    expect(new Set(sets).size).toBe(1);
  });

  it('as a wildcard without a DNSNameResolver is refused', () => {
    const { said, statuses, filters } = lowerRules([name('*.example.com')]);
    expect(filters).toEqual([]);
    expect(said).toEqual(['rejected egress-firewall/wildcard-name /spec/egress/0/to/dnsName']);
    expect(statuses[0]?.status.messages).toEqual([
      'global: EgressFirewall Rules not correctly applied: cannot create EgressFirewall Rule to destination  for namespace shop: wildcard dns name is not supported as rule destination, *.example.com',
    ]);
  });

  it.each(['localhost', '-a.example.com', `${'a'.repeat(64)}.example.com`])(
    '%s is refused with a DNSNameResolver',
    (text) => {
      const { said, statuses } = lowerRules([name(text)], 'dnsNameResolver: true');
      expect(said).toEqual(['rejected egress-firewall/bad-dns-name /spec/egress/0/to/dnsName']);
      expect(statuses[0]?.status.messages).toEqual([
        `global: EgressFirewall Rules not correctly applied: cannot create EgressFirewall Rule to destination  for namespace shop: invalid dns name used as rule destination, ${text}`,
      ]);
    },
  );
});

describe('nodeSelector', () => {
  it('stands for the addresses of the nodes of all zones, sorted as text over both families', () => {
    expect(destinations(lowerRules([labelled('infra')]).filters)).toEqual([
      ['IPv4 10.9.8.7', 'IPv4 192.168.10.11', 'IPv4 192.168.10.12', 'IPv6 fd00:10::12'],
    ]);
  });

  it('that is empty picks every node; an address of two nodes stands there twice', () => {
    const { filters, said } = lowerRules([deny({ nodeSelector: {} })]);
    expect(destinations(filters)[0]).toEqual([
      'IPv4 10.9.8.7',
      'IPv4 192.168.10.11',
      'IPv4 192.168.10.11',
      'IPv4 192.168.10.12',
      'IPv6 fd00:10::12',
    ]);
    expect(said).toEqual(['warning egress-firewall/nodes-without-addresses /spec/egress/0/to/nodeSelector']);
  });

  it('that picks only nodes without addresses has no effect', () => {
    expect(lowerRules([labelled('bare')]).filters).toEqual([]);
  });

  it('that two rules share gives both the same', () => {
    const { filters } = lowerRules([labelled('infra'), labelled('apps'), labelled('infra')]);
    expect(destinations(filters)[2]).toEqual(destinations(filters)[0]);
    expect(destinations(filters)[1]).toEqual(['IPv4 192.168.10.11']);
  });

  it('that is not valid is refused at the requirement', () => {
    const matchExpressions = [
      { key: 'role', operator: 'Exists' },
      { key: 'role', operator: 'Equals', values: ['x'] },
    ];
    const { said, statuses, filters } = lowerRules([deny({ nodeSelector: { matchExpressions } })]);
    expect(filters).toEqual([]);
    expect(said).toEqual([
      'rejected egress-firewall/bad-node-selector /spec/egress/0/to/nodeSelector/matchExpressions/1',
    ]);
    expect(statuses[0]?.status.messages).toEqual([
      'global: EgressFirewall Rules not correctly applied: cannot create EgressFirewall Rule to destination  for namespace shop: rule destination has invalid node selector, err: "Equals" is not a valid label selector operator',
    ]);
  });

  it('that picks a node with broken addresses is refused; one that does not is fine', () => {
    const broken = node('worker-x', { 'host-cidrs': '["10.0.0.1"]' }, { role: 'broken' });
    const { filters, statuses, said } = lowerObjects([
      ...nodes,
      broken,
      resource('EgressFirewall', 'front', [labelled('infra')]),
      resource('EgressFirewall', 'shop', [labelled('broken')]),
    ]);
    expect(filters.map(({ source }) => source.namespace)).toEqual(['front']);
    expect(said).toEqual([
      'warning node/bad-annotation /metadata/annotations/k8s.ovn.org~1host-cidrs',
      'rejected egress-firewall/bad-node-addresses /spec/egress/0/to/nodeSelector',
    ]);
    expect(statuses[1]?.status.messages).toEqual([
      'global: EgressFirewall Rules not correctly applied: cannot create EgressFirewall Rule to destination  for namespace shop: unable to get node host CIDRs for egress firewall, node: worker-x: failed to get node host CIDRs for worker-x: failed to parse node host cidr: invalid CIDR address: 10.0.0.1',
    ]);
  });
});
