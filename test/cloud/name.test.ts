import { describe, expect, it } from 'vitest';
import { addressOfCloudName, cloudNameOf } from '../../src/cloud/name.js';
import { type Address, parseAddress } from '../../src/net/address.js';

function ip(text: string): Address {
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  return address;
}

describe('the name of a CloudPrivateIPConfig', () => {
  it.each([
    ['192.168.126.11', '192.168.126.11'],
    ['fc00:f853:ccd:e793::54', 'fc00.f853.0ccd.e793.0000.0000.0000.0054'],
    ['::ffff:10.0.0.9', '10.0.0.9'],
  ])('of %s is %s, and back', (text, name) => {
    expect(cloudNameOf(ip(text))).toBe(name);
    expect(addressOfCloudName(name)).toEqual(ip(text));
  });

  it.each(['blue', 'fc00.f853', 'FC00.f853.0ccd.e793.0000.0000.0000.0054', '010.0.0.1'])(
    '%s says no address',
    (name) => {
      expect(addressOfCloudName(name)).toBeUndefined();
    },
  );
});
