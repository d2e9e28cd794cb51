import fc from 'fast-check';
import IPCIDR from 'ip-cidr';
import { describe, expect, it } from 'vitest';
import { type Address, formatAddress } from '../../src/net/address.js';
import {
  addressAt,
  addressOfCIDR,
  contains,
  formatPrefix,
  ofFamily,
  overlaps,
  parseCIDR,
  parsePrefix,
  prefixOf,
} from '../../src/net/prefix.js';
import { checkProperty } from '../rig/random.js';

function prefix(text: string): NonNullable<ReturnType<typeof parsePrefix>> {
  const parsed = parsePrefix(text);
  if (!parsed) throw new Error(text);
  return parsed;
}

function address(text: string): Address {
  const parsed = addressOfCIDR(text.includes(':') ? `${text}/128` : `${text}/32`);
  if (!parsed) throw new Error(text);
  return parsed;
}

const bits = { IPv4: 32, IPv6: 128 } as const;
const anyAddress = fc.constantFrom('IPv4' as const, 'IPv6' as const).chain((family) =>
  fc.record({
    family: fc.constant(family),
    // The high bits of IPv6 are set, so that none is an IPv4-mapped address; few differ, so that networks meet.
    value: fc
      .tuple(fc.integer({ min: 0, max: 7 }), fc.bigInt(0n, 0xffffn))
      .map(([high, low]) => (BigInt(high + 0xf8) << BigInt(bits[family] - 8)) | low),
  }),
);
const anyPrefix = anyAddress.chain((one) =>
  fc.integer({ min: 0, max: bits[one.family] }).map((length) => prefixOf(one, length)),
);

describe('parseCIDR', () => {
  it.each([
    ['10.128.0.0/14', '10.128.0.0/14'],
    ['10.129.3.7/14', '10.128.0.0/14'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255/0', '0.0.0.0/0'],
    ['1.2.3.4/32', '1.2.3.4/32'],
    ['::/0', '::/0'],
    ['FD01::1/48', 'fd01::/48'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::1/128', '::1/128'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['::ffff:10.1.2.3/128', '10.1.2.3/32'],
  ])('%s is the network %s', (text, network) => {
    expect(formatPrefix(prefix(text))).toBe(network);
  });

  it.each([
    '',
    '/',
    '10.0.0.0',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/33',
    '10.0.0.0/40',
    '10.0.0.0/-1',
    '10.0.0.0/+8',
    '10.0.0.0/8 ',
    ' 10.0.0.0/8',
    '10.0.0.0/8.0',
    '10.0.0.0/0x8',
    '10.0.0.0/08',
    '10.0.0.0/255.0.0.0',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.300/8',
    '010.0.0.0/8',
    'fd00::/129',
    'fd00::/1000',
    'fe80::%eth0/64',
    '::ffff:10.0.0.0/95',
    'bogus',
  ])('%j is invalid', (text) => {
    expect(parseCIDR(text)).toBeUndefined();
  });

  it('keeps the host bits of the address beside the network', () => {
    expect(parseCIDR('10.129.3.7/14')).toMatchObject({ address: address('10.129.3.7'), mapped: false });
    expect(addressOfCIDR('fd00:10::11/64')).toEqual(address('fd00:10::11'));
  });

  it('says when an IPv4 network is written in IPv6 form', () => {
    expect(parseCIDR('::ffff:10.0.0.0/104')?.mapped).toBe(true);
    expect(parseCIDR('10.0.0.0/8')?.mapped).toBe(false);
    expect(parseCIDR('fd00::/8')?.mapped).toBe(false);
  });
});

describe('networks and addresses', () => {
  it('contains and overlaps agree with the package ip-cidr', () => {
    checkProperty(
      fc.property(anyPrefix, anyPrefix, anyAddress, (a, b, one) => {
        const [first, second] = [new IPCIDR(formatPrefix(a)), new IPCIDR(formatPrefix(b))];
        if (a.family === one.family) expect(contains(a, one)).toBe(first.contains(formatAddress(one)));
        if (a.family !== b.family) return;
        const expected = first.contains(second.addressStart) || second.contains(first.addressStart);
        expect(overlaps(a, b)).toBe(expected);
      }),
    );
  });

  it('overlaps is symmetric', () => {
    checkProperty(
      fc.property(anyPrefix, anyPrefix, (a, b) => {
        expect(overlaps(a, b)).toBe(overlaps(b, a));
      }),
    );
  });

  it('families never mix, though the numbers be equal', () => {
    expect(contains(prefix('::/0'), address('10.0.0.1'))).toBe(false);
    expect(contains(prefix('0.0.0.0/0'), address('::1'))).toBe(false);
    expect(overlaps(prefix('0.0.0.0/0'), prefix('::/0'))).toBe(false);
  });

  it('borders are exact', () => {
    const net = prefix('10.128.0.0/14');
    expect(contains(net, address('10.128.0.0'))).toBe(true);
    expect(contains(net, address('10.131.255.255'))).toBe(true);
    expect(contains(net, address('10.132.0.0'))).toBe(false);
    expect(contains(net, address('10.127.255.255'))).toBe(false);
    expect(overlaps(net, prefix('10.132.0.0/14'))).toBe(false);
    expect(overlaps(net, prefix('10.0.0.0/8'))).toBe(true);
  });

  it('a network holds its base and formats to what parses to it', () => {
    checkProperty(
      fc.property(anyPrefix, (net) => {
        expect(contains(net, { family: net.family, value: net.base })).toBe(true);
        expect(parsePrefix(formatPrefix(net))).toEqual(net);
      }),
    );
  });

  it('addressAt counts from the base', () => {
    expect(formatAddress(addressAt(prefix('10.128.2.0/23'), 2))).toBe('10.128.2.2');
    expect(formatAddress(addressAt(prefix('fd98::/64'), 18))).toBe('fd98::12');
  });

  it('ofFamily takes the first of the family', () => {
    const all = [prefix('fd01::/48'), prefix('10.0.0.0/8'), prefix('172.16.0.0/12')];
    expect(ofFamily(all, 'IPv4')).toBe(all[1]);
    expect(ofFamily(all.slice(1), 'IPv6')).toBeUndefined();
  });
});
