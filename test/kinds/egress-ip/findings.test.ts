import { describe, expect, it } from 'vitest';
import {
  INTERCONNECT,
  type NodeFacts,
  egressIP,
  egressNode,
  lockOf,
  place,
  shop,
  shopPod,
  statusOf,
} from './objects.js';
import type { JsonObject } from '../../../src/std/json.js';

const nodes = [egressNode('n2', 12), egressNode('n3', 13)];
const pod = shopPod('web-0', 'n2', ['10.128.0.7']);
const objects = [...nodes, shop, pod];

/** What is said of one EgressIP. */
function saidOf(
  object: JsonObject,
  others: readonly JsonObject[] = objects,
  weirYaml = INTERCONNECT,
): readonly string[] {
  return place([...others, object], weirYaml).said;
}

function nodeWith(facts: NodeFacts): JsonObject {
  return egressNode('n2', 12, facts);
}

describe('an EgressIP', () => {
  it('without any oddity is not spoken of', () => {
    expect(saidOf(egressIP('a', ['192.168.10.100']))).toEqual([]);
  });

  it.each(['10.0.0.5/32', '1.2.3', '010.0.0.1', '192.168.10.100 ', 'fe80::1%eth0'])(
    'with %j is refused as a whole',
    (text) => {
      const { said, items, statuses } = place([...objects, egressIP('a', ['192.168.10.100', text])]);
      expect([said, items, statuses]).toEqual([['rejected egress-ip/not-an-address /spec/egressIPs/1'], [], []]);
    },
  );

  it.each([
    ['namespaceSelector', { matchExpressions: [{ key: 'a', operator: 'Is' }] }],
    ['podSelector', { matchExpressions: [{ key: 'a', operator: 'In' }] }],
  ])('with a bad %s is refused as a whole', (field, selector) => {
    const { said, statuses } = place([...objects, egressIP('a', ['192.168.10.100'], { [field]: selector })]);
    expect([said, statuses]).toEqual([[`rejected egress-ip/bad-selector /spec/${field}/matchExpressions/0`], []]);
  });

  it.each([
    ['0.0.0.0', 'special-address'],
    ['127.0.0.1', 'special-address'],
    ['169.254.0.9', 'special-address'],
    ['224.0.0.1', 'special-address'],
    ['203.0.113.9', 'no-network'],
  ])('loses only the address %s', (text, fact) => {
    const { said, items } = place([...objects, egressIP('a', [text, '192.168.10.100'])]);
    expect(said).toEqual([`rejected egress-ip/${fact} /spec/egressIPs/0`]);
    expect(items).toEqual(['a 192.168.10.100 n2']);
  });

  it.each([
    [egressIP('a', []), 'warning egress-ip/no-addresses /spec/egressIPs'],
    [egressIP('a', ['192.168.10.100', '::ffff:192.168.10.100']), 'warning egress-ip/listed-twice /spec/egressIPs/1'],
    [
      egressIP('a', ['192.168.10.100'], { namespaceSelector: { matchLabels: { no: 'such' } } }),
      'warning egress-ip/no-namespace-selected /spec/namespaceSelector',
    ],
    [
      egressIP('a', ['192.168.10.100'], { podSelector: { matchLabels: { no: 'such' } } }),
      'warning egress-ip/no-pod-selected /spec/podSelector',
    ],
    [
      egressIP('a', ['192.168.10.100'], { namespaceSelector: {} }),
      'warning egress-ip/all-namespaces-selected /spec/namespaceSelector',
    ],
    [
      egressIP('a', ['192.168.10.100'], {
        namespaceSelector: { matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] },
      }),
      'warning egress-ip/unlabelled-namespaces-selected /spec/namespaceSelector',
    ],
    [
      egressIP('a', ['192.168.10.100'], { status: statusOf('192.168.10.100 gone') }),
      'warning egress-ip/address-moves /status/items/0',
    ],
    [
      egressIP('a', ['192.168.10.100'], { status: statusOf('192.168.10.101 n2') }),
      'warning egress-ip/address-moves /status/items/0',
    ],
  ])('%# is warned of', (object, expected) => {
    expect(saidOf(object)).toEqual([expected]);
  });

  it('that keeps its node does not move where its status spells it in another way', () => {
    const host = nodeWith({ primary: ['fd00:10::12/64'] });
    const object = egressIP('a', ['fd00:10::9'], { status: statusOf('FD00:10:0::9 n2') });
    const { said, items } = place([host, shop, pod, object], 'ipFamilies: [IPv4, IPv6]');
    expect(items).toEqual(['a fd00:10::9 n2']);
    expect(said.filter((one) => one.includes('address-moves'))).toEqual([]);
  });

  it('of a family that is off is warned of', () => {
    expect(saidOf(egressIP('a', ['fd00:10::9']), [nodeWith({ primary: ['fd00:10::12/64'] }), shop, pod])).toContain(
      'warning egress-ip/family-off /spec/egressIPs/0',
    );
  });

  it('would have room in another order', () => {
    const hosts = [
      egressNode('n1', 11, { others: ['10.20.0.11/16'] }),
      egressNode('n2', 12, { others: ['10.20.0.12/16', '10.30.0.12/16'] }),
    ];
    const wide = egressNode('n1', 11, { others: ['10.20.0.11/16', '10.30.0.11/16'] });
    const said = saidOf(egressIP('a', ['10.30.0.1', '10.20.0.1']), [
      wide,
      egressNode('n2', 12, { others: ['10.30.0.12/16'] }),
      shop,
      pod,
    ]);
    expect(said).toContain('warning egress-ip/other-order /spec/egressIPs');
    expect(saidOf(egressIP('a', ['10.30.0.1', '10.20.0.1']), [...hosts, shop, pod])).not.toContain(
      'warning egress-ip/other-order /spec/egressIPs',
    );
  });
});

describe('nodes', () => {
  const wanted = egressIP('a', ['192.168.10.100']);

  it.each([
    ['no label', { labelled: false }, 'rejected egress-ip/no-usable-node /spec/egressIPs/0'],
    ['no readiness', { ready: false }, 'rejected egress-ip/no-usable-node /spec/egressIPs/0'],
    [
      'no node-subnets',
      { without: 'k8s.ovn.org/node-subnets' },
      'rejected egress-ip/missing-node-annotation /metadata/annotations',
    ],
    [
      'no node-primary-ifaddr',
      { without: 'k8s.ovn.org/node-primary-ifaddr' },
      'rejected egress-ip/missing-node-annotation /metadata/annotations',
    ],
  ])('with %s host nothing', (_, facts, expected) => {
    const { said, items } = place([nodeWith(facts), shop, pod, wanted]);
    expect(items).toEqual([]);
    expect(said).toContain(expected);
  });

  it('in the network of an address that are not labelled are named', () => {
    const elsewhere = egressNode('n9', 19, { primary: ['192.168.99.9/24'] });
    const { said } = place([nodeWith({ labelled: false }), elsewhere, shop, pod, wanted]);
    expect(said).toEqual(['rejected egress-ip/no-assignable-host /spec/egressIPs/0']);
  });

  it('with the label value "false" count, with a warning', () => {
    const node = nodeWith({});
    (node.metadata as JsonObject).labels = { 'k8s.ovn.org/egress-assignable': 'false' };
    const { said, items } = place([node, shop, pod, wanted]);
    expect(items).toEqual(['a 192.168.10.100 n2']);
    expect(said).toEqual(['warning egress-ip/label-value-false /metadata/labels/k8s.ovn.org~1egress-assignable']);
  });

  it('of several subnets are told apart, and one alone has no failover', () => {
    const elsewhere = egressNode('n9', 19, { primary: ['192.168.99.9/24'] });
    expect(saidOf(wanted, [...objects, elsewhere])).toEqual(['warning egress-ip/different-subnets /spec/egressIPs/0']);
    expect(saidOf(wanted, [nodeWith({}), elsewhere, shop, pod])).toEqual([
      'warning egress-ip/no-failover /spec/egressIPs/0',
    ]);
  });

  it('with a secondary network push those with a primary one aside', () => {
    const hosts = [
      egressNode('n2', 12),
      egressNode('n3', 13, { primary: ['10.0.0.13/24'], others: ['192.168.10.13/24'] }),
    ];
    const { said, items } = place([...hosts, shop, pod, wanted]);
    expect(items).toEqual(['a 192.168.10.100 n3']);
    expect(said).toContain('warning egress-ip/only-secondary-used /spec/egressIPs/0');
  });
});

describe('pods', () => {
  it('that two select are served by the smaller name of those with a node', () => {
    const both = [egressIP('b', ['192.168.10.101']), egressIP('a', ['192.168.10.100'])];
    const { reroutes, translations, said } = place([...objects, ...both]);
    expect(reroutes.map(({ cause }) => cause.name)).toEqual(['a']);
    expect(translations.map(({ cause, point }) => [cause.name, cause.pointer, point.address.text])).toEqual([
      ['a', '/spec/egressIPs/0', '192.168.10.100'],
    ]);
    expect(said).toEqual(['rejected egress-ip/served-by-another /spec/namespaceSelector']);
    const unplaced = [egressIP('b', ['192.168.10.101']), egressIP('a', ['203.0.113.9'])];
    const other = place([...objects, ...unplaced]);
    expect(other.reroutes.map(({ cause }) => cause.name)).toEqual(['b']);
    expect(other.said).toEqual(['rejected egress-ip/no-network /spec/egressIPs/0']);
  });

  it('are divided one by one', () => {
    const api = shopPod('api-0', 'n2', ['10.128.0.8'], { labels: { app: 'api' } });
    const some = egressIP('a', ['192.168.10.100'], { podSelector: { matchLabels: { app: 'api' } } });
    const { reroutes, said } = place([...objects, api, some, egressIP('b', ['192.168.10.101'])]);
    expect(reroutes.map(({ cause, pods }) => [cause.name, pods.map(({ name }) => name)])).toEqual([
      ['a', ['api-0']],
      ['b', ['web-0']],
    ]);
    expect(said).toEqual(['rejected egress-ip/served-by-another /spec/namespaceSelector']);
    expect(place([...objects, api, some, egressIP('b', ['192.168.10.101'])], '').said).toContain(
      'warning egress-ip/served-by-another /spec/namespaceSelector',
    );
  });

  it('on the host network, not scheduled, or at their end are not served', () => {
    const others = [
      shopPod('host', 'n2', ['192.168.10.12'], { hostNetwork: true }),
      shopPod('done', 'n2', ['10.128.0.9'], { phase: 'Succeeded' }),
      shopPod('waits', '', ['10.128.0.10']),
    ];
    const { reroutes, said } = place([...objects, ...others, egressIP('a', ['192.168.10.100'])]);
    expect(reroutes.flatMap(({ pods }) => pods.map(({ name }) => name))).toEqual(['web-0']);
    expect(said).toEqual(['warning egress-ip/host-network-pod /spec/podSelector']);
  });

  it('of two families want an address of both', () => {
    const weirYaml = `${INTERCONNECT}ipFamilies: [IPv4, IPv6]\nclusterSubnets: [10.128.0.0/14/23, fd01::/48/64]\n`;
    const dual = (name: string, id: number) =>
      egressNode(name, id, {
        primary: [`192.168.10.${id}/24`, `fd00:10::${id}/64`],
        subnets: [`10.128.${id * 2}.0/23`, `fd01:0:0:${id}::/64`],
      });
    const hosts = [dual('n2', 12), dual('n3', 13), shop, shopPod('web-0', 'n2', ['10.128.0.7', 'fd01::7'])];
    expect(saidOf(egressIP('a', ['192.168.10.100']), hosts, weirYaml)).toEqual([
      'warning egress-ip/lacks-family /spec/egressIPs',
    ]);
    const { said } = place([...hosts, egressIP('a', ['192.168.10.100']), egressIP('b', ['fd00:10::100'])], weirYaml);
    expect(said).toContain('warning egress-ip/winner-lacks-family /spec/egressIPs');
  });
});

it('more addresses on a node than its capacity stay, with a warning', () => {
  const cloud = [{ interface: 'eni-1', ifaddr: { ipv4: '192.168.10.0/24' }, capacity: { ipv4: 1 } }];
  const lock = lockOf(['a 192.168.10.100 n2', 'b 192.168.10.101 n2']);
  const both = [egressIP('a', ['192.168.10.100']), egressIP('b', ['192.168.10.101'])];
  const { items, said } = place([nodeWith({ cloud }), shop, pod, ...both], `${INTERCONNECT}platform: GCP\n`, { lock });
  expect(items).toHaveLength(2);
  expect(said.map((text) => text.split(' ')[1])).toContain('egress-ip/over-capacity');
});

describe('of a cloud node whose last capacity OVN-Kubernetes would take for all three', () => {
  const saidFor = (capacity: Record<string, number>, addresses: readonly string[]): readonly string[] => {
    const cloud = [{ interface: 'eni-1', ifaddr: { ipv4: '192.168.10.0/24', ipv6: 'fd00:10::/64' }, capacity }];
    const each = addresses.map((address, index) => egressIP(`a${index}`, [address]));
    const { said } = place([nodeWith({ cloud }), shop, pod, ...each], `${INTERCONNECT}platform: AWS\n`);
    return said.filter((text) => text.includes('misread-capacity'));
  };
  const warning = [
    'warning egress-ip/misread-capacity /metadata/annotations/cloud.network.openshift.io~1egress-ipconfig',
  ];
  const [first, second] = ['192.168.10.100', '192.168.10.101'];

  it('is reported when the node holds more than that', () => {
    expect(saidFor({ ipv4: 9, ipv6: 1 }, [first, second])).toEqual(warning);
  });

  it('is reported when the node refuses an address that would be taken then', () => {
    expect(saidFor({ ipv4: 1, ipv6: 3 }, [first, second])).toEqual(warning);
  });

  it.each([
    ['there are as many addresses as that', { ipv4: 9, ipv6: 2 }],
    ['the node is full by that too', { ipv6: 9, ipv4: 1 }],
    ['there is one number for both families', { ip: 1 }],
    ['there is none', {}],
  ])('nothing is said when %s', (_, capacity) => {
    expect(saidFor(capacity, [first, second])).toEqual([]);
  });
});
