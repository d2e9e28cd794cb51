import { type Address, formatAddress, parseAddress } from '../net/address.js';

const EXPANDED_IPV6 = /^[0-9a-f]{4}(\.[0-9a-f]{4}){7}$/;

/**
 * Returns the name of the CloudPrivateIPConfig of an address: IPv4 unchanged, IPv6 as eight groups of four digits with
 * dots.
 */
export function cloudNameOf(address: Address): string {
  if (address.family === 'IPv4') return formatAddress(address);
  const digits = address.value.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join('.');
}

/** Returns the address in the name of a CloudPrivateIPConfig, or undefined. */
export function addressOfCloudName(name: string): Address | undefined {
  return parseAddress(name) ?? (EXPANDED_IPV6.test(name) ? parseAddress(name.replaceAll('.', ':')) : undefined);
}
