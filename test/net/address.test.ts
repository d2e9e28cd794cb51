import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  canonicalAddress,
  formatAddress,
  parseAddress,
  parseLenientAddress,
} from '../../src/net/address.js';
import { checkProperty } from '../rig/random.js';

const address = fc.oneof(
  fc.record({ family: fc.constant('IPv4' as const), value: fc.bigInt(0n, (1n << 32n) - 1n) }),
  fc
    .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 })
    .map((groups): Address => {
      const value = groups.reduce((all, group) => (all << 16n) | BigInt(group), 0n);
      return { family: 'IPv6', value };
    })
    .filter(({ value }) => value >> 32n !== 0xffffn),
);

describe('parseAddress takes what Go net.ParseIP takes', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['FD00:0:0:0:0:0:0:00aB', 'fd00::ab'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['::1.2.3.4', '::102:304'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each([
    '',
    ' 1.2.3.4',
    '1.2.3.4 ',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4.',
    '.1.2.3.4',
    '1..2.3',
    '1.2.3.256',
    '1.2.3.1000',
    '1.2.3.04',
    '01.2.3.4',
    '1.2.3.00',
    '1.2.3.-4',
    '1.2.3.+4',
    '0x1.2.3.4',
    '1.2.3.a',
    '1٫2.3.4',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '1::2:3:4:5:6:7:8',
    '1::2::3',
    ':1::2',
    '1::2:',
    '12345::',
    'g::',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '::1.2.3',
    '::01.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    'fe80::1%eth0',
    '[::1]',
    '::1/128',
    '1.2.3.4/32',
    '::ffff:1.2.3.4%1',
  ])('%j is no address', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('text of any length is answered', () => {
    for (const part of ['1', '1.', ':', '::', 'a:', '0', '1:']) {
      expect(parseAddress(part.repeat(300_000))).toBeUndefined();
    }
  });
});

describe('formatAddress', () => {
  it('writes what parseAddress reads back', () => {
    checkProperty(
      fc.property(address, (one) => {
        expect(parseAddress(formatAddress(one))).toEqual(one);
      }),
    );
  });

  it('is canonical: lower case, no leading zeros, the first of the longest runs of zeros as `::`, never for one group', () => {
    expect(formatAddress({ family: 'IPv6', value: 0x2001_0db8_0000_0001_0001_0001_0001_0001n })).toBe(
      '2001:db8:0:1:1:1:1:1',
    );
    expect(formatAddress({ family: 'IPv6', value: 0x1_0000_0000_0002_0000_0000_0003n })).toBe('0:1::2:0:0:3');
    expect(formatAddress({ family: 'IPv6', value: 0xabn << 112n })).toBe('ab::');
    checkProperty(
      fc.property(address, (one) => {
        const text = formatAddress(one);
        expect(text).toMatch(/^[0-9a-f:.]+$/);
        expect(text).not.toMatch(/(^|:)0[0-9a-f]/);
        const zeros = text.includes('::')
          ? 0
          : Math.max(0, ...(text.match(/(?:\b0(?::|$))+/g) ?? []).map((run) => run.length));
        if (one.family === 'IPv6') expect(zeros).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('parseLenientAddress', () => {
  it('reads decimal octets with leading zeros, which are not octal', () => {
    expect(parseLenientAddress('010.244.000.08')).toEqual(parseAddress('10.244.0.8'));
    expect(parseLenientAddress('::ffff:010.0.0.01')).toEqual(parseAddress('10.0.0.1'));
    for (const text of ['1.2.3.256', '1.2.3.0x4', '1.2.3.', '01.2.3', '0'.repeat(300_000)]) {
      expect(parseLenientAddress(text), text.slice(0, 20)).toBeUndefined();
    }
  });

  it('reads all that parseAddress reads', () => {
    checkProperty(
      fc.property(address, (one) => {
        expect(parseLenientAddress(formatAddress(one))).toEqual(one);
      }),
    );
  });
});
