import { describe, expect, it } from 'vitest';
import { INTERCONNECT, egressIP, egressNode, lockOf, place, shop, shopPod, statusOf } from './objects.js';

const nodes = [egressNode('n1', 11, { labelled: false }), egressNode('n2', 12), egressNode('n3', 13)];
const objects = [...nodes, shop, shopPod('web-0', 'n1', ['10.128.0.7'])];
const codes = (said: readonly string[]): string[] => said.map((text) => text.split(' ')[1] ?? '');

describe('a fresh choice', () => {
  it('takes the labelled node with the fewest addresses, of equals the first by name', () => {
    const two = egressIP('shop', ['192.168.10.100', '192.168.10.101']);
    expect(place([...objects, two]).items).toEqual(['shop 192.168.10.100 n2', 'shop 192.168.10.101 n3']);
    const { items } = place([...objects, egressIP('a', ['192.168.10.100']), egressIP('b', ['192.168.10.101'])]);
    expect(items).toEqual(['a 192.168.10.100 n2', 'b 192.168.10.101 n3']);
  });

  it('puts at most one address of an object on a node, both families together', () => {
    const dual = (name: string, id: number) =>
      egressNode(name, id, { primary: [`192.168.10.${id}/24`, `fd00:10::${id}/64`] });
    const wanted = egressIP('ds', ['192.168.10.100', 'fd00:10::100']);
    const weirYaml = `${INTERCONNECT}ipFamilies: [IPv4, IPv6]\nclusterSubnets: [10.128.0.0/14/23, fd01::/48/64]\n`;
    expect(place([dual('n2', 12), dual('n3', 13), wanted], weirYaml).items).toEqual([
      'ds 192.168.10.100 n2',
      'ds fd00:10::100 n3',
    ]);
    const { items, said } = place([dual('n2', 12), wanted], weirYaml);
    expect(items).toEqual(['ds 192.168.10.100 n2']);
    expect(said).toContain('rejected egress-ip/too-few-nodes /spec/egressIPs/1');
  });

  it.each([
    ['before', ['10.20.30.12/24', '10.20.0.12/16']],
    ['after', ['10.20.0.12/16', '10.20.30.12/24']],
  ])('is in the smallest network of its node that holds it, listed %s a larger one', (_, others) => {
    const { translations } = place([
      egressNode('n2', 12, { others }),
      shop,
      shopPod('web-0', 'n2', ['10.128.0.7']),
      egressIP('a', ['10.20.30.200']),
    ]);
    expect(translations).toMatchObject([{ point: { network: 'secondary', prefix: { length: 24 } } }]);
  });

  it('prefers secondary networks, there the longest prefix, and queries each address again', () => {
    const hosts = [
      egressNode('n1', 11),
      egressNode('n2', 12, { others: ['10.20.0.12/16'] }),
      egressNode('n3', 13, { others: ['10.20.0.13/16', '10.20.30.13/24'] }),
    ];
    const { translations } = place([
      ...hosts,
      shop,
      shopPod('web-0', 'n1', ['10.128.0.7']),
      egressIP('a', ['10.20.30.200', '10.20.99.1', '192.168.10.100']),
    ]);
    expect(
      translations.map(({ point }) => [point.address.text, point.node.name, point.network, point.prefix.length]),
    ).toEqual([
      ['10.20.30.200', 'n2', 'secondary', 16],
      ['10.20.99.1', 'n3', 'secondary', 16],
      ['192.168.10.100', 'n1', 'primary', 24],
    ]);
  });

  it('takes the canonical spelling of an address', () => {
    expect(place([...objects, egressIP('a', ['::ffff:192.168.10.100'])]).items).toEqual(['a 192.168.10.100 n2']);
  });

  it('is for all addresses or none while a node has no host-cidrs', () => {
    const blind = egressNode('n4', 14, { without: 'k8s.ovn.org/host-cidrs' });
    const { items, said } = place([...objects, blind, egressIP('a', ['192.168.10.100'])]);
    expect(items).toEqual([]);
    expect(codes(said)).toContain('egress-ip/missing-host-cidrs');
    const locked = { lock: lockOf(['a 192.168.10.100 n3']) };
    const kept = place([...objects, blind, egressIP('a', ['192.168.10.100'])], INTERCONNECT, locked);
    expect(kept.items).toEqual(['a 192.168.10.100 n3']);
    expect(codes(kept.said)).not.toContain('egress-ip/missing-host-cidrs');
  });

  it('leaves an address of a node, and one that another EgressIP has, without a node', () => {
    const { items } = place([
      ...objects,
      egressIP('a', ['192.168.10.100']),
      egressIP('b', ['192.168.10.100', '192.168.10.13']),
    ]);
    expect(items).toEqual(['a 192.168.10.100 n2']);
  });
});

describe('stability', () => {
  const two = egressIP('shop', ['192.168.10.100', '192.168.10.101']);

  it('keeps a status that it would not choose', () => {
    const live = egressIP('shop', ['192.168.10.100', '192.168.10.101'], {
      status: statusOf('192.168.10.100 n3', '192.168.10.101 n2'),
    });
    const expected = ['shop 192.168.10.100 n3', 'shop 192.168.10.101 n2'];
    expect(place([...objects, live]).items).toEqual(expected);
    expect(place([...objects, two], INTERCONNECT, { observed: [live] }).items).toEqual(expected);
  });

  it('believes the lock before the observed status, and that before the own one', () => {
    const one = egressIP('a', ['192.168.10.100'], { status: statusOf('192.168.10.100 n2') });
    const observed = [egressIP('a', ['192.168.10.100'], { status: statusOf('192.168.10.100 n3') })];
    const lock = lockOf(['a 192.168.10.100 n2']);
    expect(place([...objects, one], INTERCONNECT, { observed }).items).toEqual(['a 192.168.10.100 n3']);
    expect(place([...objects, one], INTERCONNECT, { observed, lock }).items).toEqual(['a 192.168.10.100 n2']);
  });

  it('follows the live status where the lock does not hold any more', () => {
    const three = [...objects, egressNode('n4', 14), egressIP('a', ['192.168.10.100'])];
    const observed = [egressIP('a', ['192.168.10.100'], { status: statusOf('192.168.10.100 n4') })];
    const { items, said } = place(three, INTERCONNECT, { observed, lock: lockOf(['a 192.168.10.100 n1']) });
    expect(items).toEqual(['a 192.168.10.100 n4']);
    expect(said).toContain('warning egress-ip/address-moves /spec/egressIPs/0');
  });

  it('leaves an address without a node rather than two on one', () => {
    const down = [nodes[0] ?? {}, nodes[1] ?? {}, egressNode('n3', 13, { ready: false })];
    const lock = lockOf(['shop 192.168.10.100 n3', 'shop 192.168.10.101 n2']);
    expect(place([...down, two], INTERCONNECT, { lock }).items).toEqual(['shop 192.168.10.101 n2']);
  });

  it('drops both addresses that are on one node', () => {
    const lock = lockOf(['shop 192.168.10.100 n3', 'shop 192.168.10.101 n3']);
    const { items, said } = place([...objects, two], INTERCONNECT, { lock });
    expect(items).toEqual(['shop 192.168.10.100 n2', 'shop 192.168.10.101 n3']);
    expect(codes(said)).toContain('egress-ip/two-on-node');
  });

  it('lets the smaller name keep an address that two have', () => {
    const lock = lockOf(['b 192.168.10.100 n2', 'a 192.168.10.100 n3']);
    const both = [egressIP('b', ['192.168.10.100']), egressIP('a', ['192.168.10.100'])];
    expect(place([...objects, ...both], INTERCONNECT, { lock }).items).toEqual(['a 192.168.10.100 n3']);
  });

  it('does not give away what a refused object holds in the lock', () => {
    const lock = lockOf(['a 192.168.10.100 n2'], { a: 50007 });
    const both = [egressIP('a', ['192.168.10.100', 'oops']), egressIP('b', ['192.168.10.100'])];
    const outcome = place([...objects, ...both], INTERCONNECT, { lock });
    expect(outcome.items).toEqual([]);
    expect(outcome.lock.egressIPs.get('a')).toEqual(lock.egressIPs.get('a'));
    expect(outcome.statuses.map(({ cause }) => cause.name)).toEqual(['b']);
  });

  it.each(['192.168.10.100', '192.168.10.101'])(
    'neither gives away nor forgets what a refused object has by its status, when another wants %s',
    (wanted) => {
      const refused = egressIP('a', ['oops']);
      const observed = [egressIP('a', ['oops'], { status: statusOf('192.168.10.100 n2') })];
      const both = [...objects, refused, egressIP('b', [wanted])];
      const expected = wanted === '192.168.10.100' ? [] : ['b 192.168.10.101 n3'];
      expect(place(both, INTERCONNECT, { observed }).items).toEqual(expected);
    },
  );

  it('takes what a refused object had on a node that hosts nothing any more', () => {
    const observed = [egressIP('a', ['oops'], { status: statusOf('192.168.10.100 n1') })];
    const both = [...objects, egressIP('a', ['oops']), egressIP('b', ['192.168.10.100'])];
    expect(place(both, INTERCONNECT, { observed }).items).toEqual(['b 192.168.10.100 n2']);
  });

  it('changes nothing where the inventory has no node', () => {
    const lock = lockOf(['a 192.168.10.100 n2']);
    const outcome = place([shop, egressIP('a', ['192.168.10.100'])], INTERCONNECT, { lock });
    expect([outcome.lock, outcome.intents]).toEqual([lock, []]);
  });

  it('forgets EgressIPs that are gone', () => {
    expect(place(objects, INTERCONNECT, { lock: lockOf(['a 192.168.10.100 n2']) }).lock.egressIPs.size).toBe(0);
  });

  it('gives up an address that has become one of a node', () => {
    const lock = lockOf(['a 192.168.10.13 n2']);
    const outcome = place([...objects, egressIP('a', ['192.168.10.13'])], INTERCONNECT, { lock });
    expect(outcome.items).toEqual([]);
    expect(codes(outcome.said)).toContain('egress-ip/address-moves');
  });

  it('reserves nothing for what a refused object has in its status in place of an address', () => {
    const observed = [egressIP('a', ['oops'], { status: statusOf('oops n2', '192.168.010.100 n2') })];
    const both = [...objects, egressIP('a', ['oops']), egressIP('b', ['192.168.10.100'])];
    expect(place(both, INTERCONNECT, { observed }).items).toEqual(['b 192.168.10.100 n2']);
  });

  it('is not disturbed by what an inventory may hold in place of a status', () => {
    const broken = [null, 7, { items: 3 }, { items: [null, { egressIP: 1, node: 'n2' }] }].map((status) => ({
      ...egressIP('a', ['192.168.10.100']),
      status,
    }));
    expect(place([...objects, egressIP('a', ['192.168.10.100'])], INTERCONNECT, { observed: broken }).items).toEqual([
      'a 192.168.10.100 n2',
    ]);
  });
});

describe('marks', () => {
  it('are those of the lock, then of the live object, then the lowest free one', () => {
    const observed = [
      egressIP('c', [], { annotations: { 'k8s.ovn.org/egressip-mark': '50000' }, status: statusOf() }),
      egressIP('d', [], { annotations: { 'k8s.ovn.org/egressip-mark': '70000' }, status: statusOf() }),
    ];
    const names = ['d', 'c', 'b', 'a'].map((name, index) => egressIP(name, [`192.168.10.10${index}`]));
    const { lock } = place([...objects, ...names], INTERCONNECT, { observed, lock: lockOf([], { b: 50001 }) });
    expect([...lock.egressIPs].map(([name, { mark }]) => [name, mark])).toEqual([
      ['a', 50002],
      ['b', 50001],
      ['c', 50000],
      ['d', 50003],
    ]);
  });

  it('of live objects count also while they have no status', () => {
    const observed = [egressIP('b', [], { annotations: { 'k8s.ovn.org/egressip-mark': '50000' } })];
    const names = ['a', 'b'].map((name, index) => egressIP(name, [`192.168.10.10${index}`]));
    const { lock } = place([...objects, ...names], INTERCONNECT, { observed });
    expect([...lock.egressIPs.values()].map(({ mark }) => mark)).toEqual([50001, 50000]);
  });

  it('are reassigned where two have the same', () => {
    const names = ['a', 'b'].map((name, index) => egressIP(name, [`192.168.10.10${index}`]));
    const { lock } = place([...objects, ...names], INTERCONNECT, { lock: lockOf([], { a: 50003, b: 50003 }) });
    expect([...lock.egressIPs.values()].map(({ mark }) => mark)).toEqual([50003, 50000]);
  });
});

describe('off the clouds', () => {
  it('what a cloud has noted of the places of a node does not count', () => {
    const cloud = [{ interface: 'eni-1', ifaddr: { ipv4: '10.0.0.0/24' }, capacity: { ipv4: 0, ip: 0 } }];
    const moved = [egressNode('n2', 12, { cloud }), egressIP('a', ['192.168.10.100'])];
    const { items, said } = place(moved, `${INTERCONNECT}platform: BareMetal\n`);
    expect(items).toEqual(['a 192.168.10.100 n2']);
    expect(codes(said)).not.toContain('egress-ip/over-capacity');
  });
});

describe('on a cloud', () => {
  const weirYaml = `${INTERCONNECT}platform: AWS\n`;
  const cloudNode = (name: string, id: number, capacity: Record<string, number>) =>
    egressNode(name, id, {
      others: ['10.20.30.1/24'],
      cloud: [{ interface: 'eni-1', ifaddr: { ipv4: '10.0.0.0/24' }, capacity }],
    });

  it('an address is in the subnet of the interface, and the cloud has to bring it there', () => {
    const { items, cloud } = place(
      [cloudNode('w1', 11, { ipv4: 9, ipv6: 10 }), egressIP('shop', ['10.0.0.50'])],
      weirYaml,
    );
    expect(items).toEqual(['shop 10.0.0.50 w1']);
    expect(cloud).toEqual([{ state: 'desired', owner: 'shop', node: 'w1' }]);
  });

  it.each([{ ipv4: 1, ipv6: 3 }, { ip: 1 }])('no more addresses are placed than %o allows', (capacity) => {
    const both = [egressIP('a', ['10.0.0.50']), egressIP('b', ['10.0.0.51'])];
    const { items, said } = place([cloudNode('w1', 11, capacity), ...both], weirYaml);
    expect(items).toEqual(['a 10.0.0.50 w1']);
    expect(said).toContain('rejected egress-ip/no-capacity /spec/egressIPs/0');
  });

  it('a secondary network hosts nothing', () => {
    const { items, said } = place([cloudNode('w1', 11, {}), egressIP('a', ['10.20.30.40'])], weirYaml);
    expect(items).toEqual([]);
    expect(said).toContain('rejected egress-ip/secondary-network-on-cloud /spec/egressIPs/0');
  });

  it('a node without the annotation hosts nothing', () => {
    expect(codes(place([egressNode('w1', 11), egressIP('a', ['192.168.10.100'])], weirYaml).said)).toContain(
      'egress-ip/missing-node-annotation',
    );
  });
});
