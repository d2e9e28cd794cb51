import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RedirectIntent, RouterAddress } from '../../src/model/intent/redirect.js';
import { readRouter, sourceTo } from '../../src/traffic/router-table.js';
import { checkProperty } from '../rig/random.js';
import { addressOf, read } from './router-address.js';

const UPLINK = addressOf('192.0.2.9', 24, '192.0.2.1');

function routerOf(addresses: readonly RouterAddress[]): RedirectIntent {
  const cause = {} as RedirectIntent['cause'];
  return { effect: 'redirect', interface: { mode: 'Bridge' }, addresses, redirections: [], fallbacks: [], cause };
}

const HOST = '198.51.100.77';

it('the source of what a router sends is its address in the smallest network that holds the destination', () => {
  const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 });
  checkProperty(
    // The networks lie in each other. The destination has `shared` leading bits in common with them.
    fc.property(lengths, fc.integer({ min: 0, max: 31 }), (own, shared) => {
      const value = read(HOST).value ^ (1n << BigInt(31 - shared));
      // What the address is called tells the length of its prefix.
      const others = own.map((length) => ({ ...addressOf(HOST, length), address: read(`10.0.0.${length}`) }));
      const holding = own.filter((length) => length <= shared);
      const source = sourceTo(readRouter(routerOf([UPLINK, ...others]), 'IPv4'), { family: 'IPv4', value });
      expect(source).toBe(
        holding.length > 0 ? `from 10.0.0.${Math.max(...holding)}` : 'from 192.0.2.9 through 192.0.2.1',
      );
    }),
    { numRuns: 300 },
  );
});

it('the smallest network counts also where it is that of the address with the next hop', () => {
  const table = readRouter(routerOf([addressOf('192.0.2.200', 8), UPLINK, addressOf('192.0.2.10', 24)]), 'IPv4');
  expect(sourceTo(table, read('192.0.2.77'))).toBe('from 192.0.2.9');
  expect(sourceTo(table, read('192.7.7.7'))).toBe('from 192.0.2.200');
  expect(sourceTo(table, read('198.51.100.7'))).toBe('from 192.0.2.9 through 192.0.2.1');
});
