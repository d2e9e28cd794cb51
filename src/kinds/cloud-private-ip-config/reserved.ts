import { type Address, type Prefix, widthOf } from '../../net/address.js';

/** How many addresses at the start and at the end of a subnet a cloud keeps for itself; OpenStack: IPv4's own two. */
const KEPT: ReadonlyMap<string, { readonly first: bigint; readonly last: bigint }> = new Map([
  ['AWS', { first: 4n, last: 1n }],
  ['Azure', { first: 4n, last: 1n }],
  ['GCP', { first: 2n, last: 2n }],
]);

/** Whether no host can have an address of the subnet: the network or broadcast address, or one that the cloud keeps. */
export function isReserved({ family, value }: Address, subnet: Prefix, platform: string): boolean {
  const kept = KEPT.get(platform) ?? { first: 1n, last: family === 'IPv4' ? 1n : 0n };
  const size = 1n << BigInt(widthOf(family) - subnet.length);
  if (size <= 2n) return false;
  const offset = value - subnet.base;
  return offset < kept.first || offset >= size - kept.last;
}
