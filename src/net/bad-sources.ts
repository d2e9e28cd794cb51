import { type Prefix, parseAddress } from './address.js';
import { contains, parsePrefix } from './prefix.js';

/**
 * Networks whose addresses no host sends from, and whose packets no router takes: what stands for no host or for all, loopback
 * and multicast. IPv6 has none. See ovn-northd(8), IP Input.
 */
export const BAD_SOURCES: readonly Prefix[] = ['0.0.0.0/8', '127.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32'].flatMap(
  (text) => parsePrefix(text) ?? [],
);

/** Returns true if no router accepts packets from an address, in any network. */
export function isBadSourceAddress(source: string): boolean {
  const address = parseAddress(source);
  return address !== undefined && BAD_SOURCES.some((prefix) => contains(prefix, address));
}
