import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProperty } from '../rig/random.js';
import { createIntegerTable } from '../../src/std/integer-table.js';
import { linesOf, readText } from './context.js';

const HEADER = 'source,source-port,destination,port,protocol,count';
const read = async (lines: readonly string[], limits = {}) => readText([HEADER, ...lines, ''].join('\n'), { limits });
/** Flows without their verdicts and times. */
const briefly = async (...lines: readonly string[]): Promise<string[]> => {
  const { observed } = await readText(
    [HEADER, ...lines].map((line) => `${line},${line === HEADER ? 'last' : '1'}`).join('\n'),
  );
  return linesOf(observed).map((line) => line.replace(/ \+.*/, ''));
};

describe('observed flows', () => {
  it('are folded by workload, address, protocol and port, with their replies', async () => {
    expect(
      await briefly(
        '10.128.0.5,40000,203.0.113.7,443,TCP,3',
        '10.128.0.5,40001,203.0.113.7,443,TCP,',
        '203.0.113.7,443,10.128.0.5,40001,TCP,2',
        '10.128.0.5,40000,203.0.113.8,443,TCP,1',
        '10.128.0.5,40000,203.0.113.7,443,UDP,1',
      ),
    ).toEqual([
      'shop/checkout-0 → 203.0.113.7 TCP 443: 4/2',
      'shop/checkout-0 → 203.0.113.7 UDP 443: 1/0',
      'shop/checkout-0 → 203.0.113.8 TCP 443: 1/0',
    ]);
  });

  it('are requests to the port that is not ephemeral, or else to the lower one', async () => {
    expect(
      await briefly(
        '10.128.0.5,8080,203.0.113.7,50000,TCP,1',
        '10.128.0.5,50000,203.0.113.7,40000,TCP,1',
        '10.128.2.7,9000,10.128.0.5,9001,TCP,1',
        '203.0.113.9,0,10.128.0.5,50000,TCP,1',
      ),
    ).toEqual([
      '203.0.113.7 → shop/checkout-0 TCP 8080: 0/1',
      '203.0.113.9 → shop/checkout-0 TCP 50000: 1/0',
      'shop/checkout-0 → 203.0.113.7 TCP 40000: 1/0',
      'shop/checkout-0 → shop/web-0 TCP 9000: 0/1',
    ]);
  });

  it('name nodes by their own address and that of the management port', async () => {
    expect(await briefly('192.168.10.11,40000,10.128.0.5,80,TCP,1', '10.128.2.2,40000,10.128.2.7,80,TCP,1')).toEqual([
      'node worker-a → shop/checkout-0 TCP 80: 1/0',
      'node worker-b → shop/web-0 TCP 80: 1/0',
    ]);
  });

  it('count addresses of the cluster that no object has, and addresses in any notation', async () => {
    const { observed } = await read([
      '10.128.1.99,,203.0.113.7,80,TCP,5',
      '10.128.1.98,,::ffff:203.0.113.7,80,TCP,7',
      '2001:DB8::1,,2001:db8:0::2,80,TCP,1',
    ]);
    expect(observed.unmapped).toEqual([
      { address: '10.128.1.98', count: 7 },
      { address: '10.128.1.99', count: 5 },
    ]);
    expect(observed.flows.map(({ to }) => to)).toMatchObject([
      { type: 'outside', address: { text: '203.0.113.7' } },
      { type: 'outside', address: { text: '203.0.113.7' } },
      { type: 'outside', address: { text: '2001:db8::2' } },
    ]);
  });

  it('are bounded in number, and the others are counted', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => `10.128.0.5,,203.0.113.${index},80,TCP,2`);
    const few = await read([...lines, ...lines], { flows: 10 });
    expect([few.observed.flows.length, few.observed.omitted, few.observed.records]).toEqual([10, 160, 200]);
    const peers = await read(lines, { peers: 20 });
    expect(peers.observed.omitted).toBeGreaterThan(0);
    expect(2 * peers.observed.flows.length + peers.observed.omitted).toBe(100);
  });
});

describe('a table of integers', () => {
  it('numbers each triple once, like a map', () => {
    const triples = fc.array(fc.tuple(fc.integer(), fc.nat({ max: 3 }), fc.nat({ max: 3 })), { maxLength: 50 });
    checkProperty(
      fc.property(triples, (all) => {
        const table = createIntegerTable();
        const known = new Map<string, number>();
        for (const [a, b, c] of [...all, ...all]) {
          const key = [a, b, c].join();
          expect(table.find(a, b, c)).toBe(known.get(key) ?? -1);
          if (!known.has(key)) known.set(key, known.size);
          expect(table.add(a, b, c)).toBe(known.get(key));
        }
        expect(table.size()).toBe(known.size);
      }),
      { numRuns: 50 },
    );
    const large = createIntegerTable();
    for (let number = 0; number < 10_000; number++) large.add(number * 7919, number % 13, 0);
    expect([large.size(), large.find(9999 * 7919, 9999 % 13, 0), large.at(9999, 0)]).toEqual([
      10_000,
      9999,
      9999 * 7919,
    ]);
  });
});
