import { describe, expect, it } from 'vitest';
import { normalizeName } from '../../src/net/dns-name.js';
import { isMac } from '../../src/net/mac.js';

describe('isMac', () => {
  it('takes six octets with colons, in either case', () => {
    expect(isMac('0a:58:0A:80:02:fF')).toBe(true);
  });

  it.each([
    '',
    '0a:58:0a:80:02',
    '0a:58:0a:80:02:01:00',
    '0a-58-0a-80-02-01',
    '0a580a800201',
    '0g:58:0a:80:02:01',
    '0a:58:0a:80:02:01\n',
    'a:58:0a:80:02:01',
  ])('not %j', (text) => {
    expect(isMac(text)).toBe(false);
  });
});

describe('normalizeName', () => {
  it('lower case, with the final dot once', () => {
    expect(normalizeName('Api.Example.COM')).toBe('api.example.com.');
    expect(normalizeName('api.example.com.')).toBe('api.example.com.');
    expect(normalizeName('*.example.com')).toBe('*.example.com.');
  });
});
