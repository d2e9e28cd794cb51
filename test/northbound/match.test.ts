import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMatch } from '../../src/northbound/match/match.js';
import { matches } from './match-generator.js';
import { checkProperty } from '../rig/random.js';

const names = {
  hasAddressSet: (name: string) => name === 'a2',
  hasPortGroup: (name: string) => name === 'a1',
};
const accepts = (match: string): boolean => checkMatch(match, names) === undefined;

describe('checkMatch', () => {
  it.each([
    '(ip4.dst == 203.0.113.0/24) && inport == @a1',
    '(ip4.dst == 0.0.0.0/0 && ip4.dst != 10.128.0.0/14) && ip4.src == $a2 && ((tcp && ( tcp.dst == 80 )))',
    'ip4.dst == 10.129.3.7/14',
    'inport == "rtos-worker-a" && ip4.dst == 192.0.2.11 /* worker-a */',
    '(ip4.mcast || mldv1 || mldv2 || (ip6.dst[120..127] == 0xff && ip6.dst[116] == 1))',
    '!(ip4.src == {10.0.0.1, 10.0.0.2}) && 0 < tcp.dst <= 1023',
    'eth.src == 01:00:00:00:00:00/01:00:00:00:00:00',
  ])('takes %s', (match) => {
    expect(checkMatch(match, names)).toBeUndefined();
  });

  it.each([
    ['ip4.dst == 1.2.3.4 && ip5', 22, 3, "there is no field 'ip5'"],
    ['ip4.dst == 10.0.0.300/8', 11, 10, "'10.0.0.300' is not a number or an address"],
    ['ip4.dst == 10.0.0.0/33', 11, 11, "the mask '33' does not go with the value before it"],
    ['ip4.dst == fd00::1', 0, 7, "'ip4.dst' has 32 bits, the constant 128"],
    ['!ip4', 1, 3, "'ip4' cannot be negated"],
    ['inport != @a1', 0, 6, "'inport' can only be tested for being equal"],
    ['ip.proto > 6', 0, 8, "'ip.proto' has no order: compare it with '==' or '!='"],
    ['ip4 && tcp || udp', 11, 2, "'&&' and '||' need parentheses when used together"],
    ['!tcp.dst == 80', 0, 1, "what follows '!' needs parentheses"],
    ['(ip4', 4, 0, "expected ')'"],
    ['ip4)', 3, 1, 'the match should end here'],
    ['', 0, 0, 'expected a constant'],
    ['inport == "open', 10, 5, 'the string has no closing quote'],
    ['ip4.src == $a3', 11, 3, "there is no address set 'a3'"],
  ])('says where and why %s is wrong', (match, offset, length, message) => {
    expect(checkMatch(match, names)).toEqual({ message, offset, length });
  });

  it('takes 100 nested parentheses and no more, as OVN does', () => {
    expect(accepts(`${'('.repeat(100)}ip4${')'.repeat(100)}`)).toBe(true);
    expect(accepts(`${'('.repeat(101)}ip4${')'.repeat(101)}`)).toBe(false);
  });

  it('neither hangs nor runs out of stack on long hostile matches', () => {
    for (const piece of [
      '(',
      '!',
      '!(',
      '{',
      '$',
      '"',
      '/*',
      '//',
      ':',
      '0',
      'f',
      '[',
      '&&',
      '1 && ',
      '\\',
      '1.',
      '{1',
    ]) {
      expect(typeof accepts(piece.repeat(100_000))).toBe('boolean');
    }
  });

  it('never throws, and points inside the match', () => {
    checkProperty(
      fc.property(fc.oneof(matches, fc.string({ unit: 'binary' })), (match) => {
        const problem = checkMatch(match, names);
        expect((problem?.offset ?? 0) + (problem?.length ?? 0)).toBeLessThanOrEqual(match.length);
      }),
    );
  });

  it('counts the parentheses that ovn-northd adds to the match of an ACL', () => {
    const nested = `${'('.repeat(100)}ip4${')'.repeat(100)}`;
    expect(checkMatch(nested, names, { isEnclosed: true })?.message).toBe('the parentheses are nested too deeply');
    expect(checkMatch('ip4) || (ip6', names, { isEnclosed: true })).toBeDefined();
  });

  it('refuses to compare an address set by order, which makes OVN abort when the set has a network in it', () => {
    expect(checkMatch('ip4.src < $a2', names)?.message).toBe("a set can only be compared with '==' and '!='");
    expect(checkMatch('$a2 <= reg0[9..10]', names)).toBeDefined();
  });

  it('takes a set whose width is not known for any number', () => {
    expect(accepts('ip4.src == $a2 && tcp.dst == $a2')).toBe(true);
    expect(accepts('inport == $a2')).toBe(false);
  });
});
