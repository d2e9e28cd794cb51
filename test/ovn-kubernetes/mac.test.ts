import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/net/address.js';
import { macOf } from '../../src/ovn-kubernetes/mac.js';

describe('macOf', () => {
  it.each([
    ['10.128.2.1', '0a:58:0a:80:02:01'],
    ['100.64.0.2', '0a:58:64:40:00:02'],
    ['169.254.169.4', '0a:58:a9:fe:a9:04'],
    ['255.255.255.255', '0a:58:ff:ff:ff:ff'],
    ['fd01:0:0:2::1', '0a:58:7d:50:4d:fc'],
    ['FD01:0:0:2:0:0:0:1', '0a:58:7d:50:4d:fc'],
    ['fd98::2', '0a:58:5f:8a:48:8c'],
    ['fd69::4', '0a:58:1b:ac:71:41'],
  ])('of %s is %s', (text, mac) => {
    const address = parseAddress(text);
    expect(address && macOf(address)).toBe(mac);
  });
});
