import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRange, prefixesOfRange, rangeOfPrefix } from '../../src/traffic/filters/address-range.js';
import { parsePrefix } from '../../src/net/prefix.js';
import { checkProperty } from '../rig/random.js';

const ipv4 = fc.tuple(fc.nat({ max: 2 ** 32 - 1 }), fc.nat({ max: 2 ** 32 - 1 })).map(([one, other]) => ({
  family: 'IPv4' as const,
  first: Math.min(one, other),
  end: Math.max(one, other) + 1,
}));
const ipv6 = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat({ max: 100 })).map(([first, bits]) => {
  const end = first + 2n ** BigInt(bits);
  return { family: 'IPv6' as const, first, end: end < 2n ** 128n ? end : 2n ** 128n };
});

it('a range is made up of networks one behind the other, no two of which are one', () => {
  checkProperty(
    fc.property(fc.oneof(ipv4, ipv6), (range) => {
      const prefixes = prefixesOfRange(range);
      const ranges = prefixes.map(rangeOfPrefix);
      expect([ranges[0]?.first, ...ranges.map(({ end }) => end)]).toEqual([
        ...ranges.map(({ first }) => first),
        range.end,
      ]);
      for (const [index, { base, length }] of prefixes.entries()) {
        const size = 2n ** BigInt((range.family === 'IPv4' ? 32 : 128) - length);
        expect(base % size).toBe(0n);
        const next = prefixes[index + 1];
        expect(next?.length === length && base % (2n * size) === 0n).toBe(false);
      }
    }),
  );
});

it.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['192.0.2.7/32', '192.0.2.7'],
  ['::/0', '::/0'],
  ['2001:db8::/33', '2001:db8::/33'],
  ['2001:db8::5/128', '2001:db8::5'],
])('the range of %s reads %s', (cidr, text) => {
  const prefix = parsePrefix(cidr);
  expect(prefix && formatRange(rangeOfPrefix(prefix))).toBe(text);
});

it('a range that is no network reads as its first and last address', () => {
  expect(formatRange({ family: 'IPv4', first: 0, end: 2 ** 32 - 1 })).toBe('0.0.0.0–255.255.255.254');
  expect(formatRange({ family: 'IPv6', first: 1n, end: 4n })).toBe('::1–::3');
});
