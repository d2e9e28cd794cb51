import { type Address, type CanonicalAddress, type Prefix, withText } from '../net/address.js';
import { sizeOf } from '../net/prefix.js';

/**
 * Number of addresses at the start and at the end of a subnet that a cloud reserves. OpenStack reserves only the two of
 * IPv4.
 */
const RESERVED: ReadonlyMap<string, { readonly first: number; readonly last: number }> = new Map([
  ['AWS', { first: 4, last: 1 }],
  ['Azure', { first: 4, last: 1 }],
  ['GCP', { first: 2, last: 2 }],
]);

/** Reserved addresses as text, for findings. */
export const RESERVED_BY_CLOUDS =
  'AWS and Azure reserve the first four addresses of a subnet and the last, GCP the first two and the last two, OpenStack the first and the last';

/**
 * Returns the addresses of a subnet that no host can have, each once. They are the network and the broadcast address,
 * and those that the cloud reserves for its router and services. Returns none for a subnet of one or two addresses.
 */
export function reservedAddresses(subnet: Prefix, platform: string): CanonicalAddress[] {
  const { family, base, length } = subnet;
  const reserved = RESERVED.get(platform) ?? { first: 1, last: family === 'IPv4' ? 1 : 0 };
  const size = sizeOf({ family, length });
  if (size <= 2n) return [];
  const first = Array.from({ length: reserved.first }, (_, index) => BigInt(index));
  const last = Array.from({ length: reserved.last }, (_, index) => size - BigInt(reserved.last - index));
  const offsets = new Set([...first, ...last].filter((offset) => offset < size));
  return [...offsets].map((offset) => withText({ family, value: base + offset }));
}

/** Returns true if no host can have an address of the subnet. */
export function isReserved(address: Address, subnet: Prefix, platform: string): boolean {
  const { family, value } = address;
  return reservedAddresses(subnet, platform).some((one) => one.family === family && one.value === value);
}
