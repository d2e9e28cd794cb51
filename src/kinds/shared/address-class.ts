import type { Address, Family } from '../../net/address.js';
import { contains, parsePrefix } from '../../net/prefix.js';

const NETWORKS = [
  { name: 'unspecified', texts: ['0.0.0.0/32', '::/128'] },
  { name: 'loopback', texts: ['127.0.0.0/8', '::1/128'] },
  { name: 'link-local', texts: ['169.254.0.0/16', 'fe80::/10'] },
  { name: 'multicast', texts: ['224.0.0.0/4', 'ff00::/8'] },
].map(({ name, texts }) => ({ name, prefixes: texts.map(parsePrefix).filter((prefix) => prefix !== undefined) }));

/**
 * Returns the special use that excludes an address as a host address (RFC 1122 §3.2.1.3, RFC 4291 §2.4): `loopback`, …
 */
export function specialUseOf(address: Address): string | undefined {
  return NETWORKS.find(({ prefixes }) => prefixes.some((prefix) => contains(prefix, address)))?.name;
}

/**
 * Returns true for global unicast addresses like Go's `IP.IsGlobalUnicast`: private ranges count, the IPv4 broadcast
 * address does not.
 */
export function isGlobalUnicast(address: Address): boolean {
  const isBroadcast = address.family === 'IPv4' && address.value === 0xffffffffn;
  return !isBroadcast && specialUseOf(address) === undefined;
}

export const OTHER_FAMILY: Readonly<Record<Family, Family>> = { IPv4: 'IPv6', IPv6: 'IPv4' };
