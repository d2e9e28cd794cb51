import type { RouterAddress } from '../../src/model/intent/redirect.js';
import { type CanonicalAddress, readAddress } from '../../src/net/address.js';
import { prefixOf } from '../../src/net/prefix.js';

/** The address that a text of a test is. */
export function read(text: string): CanonicalAddress {
  const address = readAddress(text);
  if (!address) throw new Error(text);
  return address;
}

/** An address of a router, with its next hop if it has one. */
export function addressOf(text: string, length: number, gateway?: string): RouterAddress {
  const address = read(text);
  return { address, prefix: prefixOf(address, length), ...(gateway === undefined ? {} : { gateway: read(gateway) }) };
}
