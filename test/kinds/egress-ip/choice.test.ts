import { describe, expect, it } from 'vitest';
import { INTERCONNECT, egressIP, egressNode, lockOf, place, shop } from './objects.js';

describe('an address without a node', () => {
  it('takes the first by name of equal nodes when the one with the fewest addresses has one of the object already', () => {
    const more = [egressNode('n2', 12), egressNode('n3', 13), egressNode('n4', 14), shop];
    const lock = lockOf(['a 192.168.10.101 n3', 'b 192.168.10.102 n4', 'shop 192.168.10.100 n2']);
    const wanted = [egressIP('a', ['192.168.10.101']), egressIP('b', ['192.168.10.102'])];
    const { items } = place(
      [...more, ...wanted, egressIP('shop', ['192.168.10.100', '192.168.10.103'])],
      INTERCONNECT,
      {
        lock,
      },
    );
    expect(items).toContain('shop 192.168.10.103 n3');
  });

  it('gets a node first if it has lost its own', () => {
    const lock = lockOf(['shop 192.168.10.101 n1']);
    const wanted = egressIP('shop', ['192.168.10.100', '192.168.10.101']);
    expect(place([egressNode('n2', 12), shop, wanted], INTERCONNECT, { lock }).items).toEqual([
      'shop 192.168.10.101 n2',
    ]);
  });

  it('does not go to a node whose own address in that network is link-local', () => {
    const hosts = [egressNode('n2', 12), egressNode('n3', 13, { others: ['169.254.1.13/8'] })];
    const { items, said } = place([...hosts, shop, egressIP('shop', ['169.1.1.100'])]);
    expect([items, said]).toEqual([[], [expect.stringContaining('egress-ip/no-network')]]);
  });

  it('stays in the network of usable nodes when only an unusable node has it in a secondary network', () => {
    const hosts = [
      egressNode('n2', 12),
      egressNode('n4', 14, { labelled: false, primary: ['10.1.0.14/24'], others: ['192.168.10.0/24'] }),
    ];
    expect(place([...hosts, shop, egressIP('shop', ['192.168.10.100'])]).items).toEqual(['shop 192.168.10.100 n2']);
  });
});
