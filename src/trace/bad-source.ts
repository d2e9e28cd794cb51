import { isBadSourceAddress } from '../net/bad-sources.js';
import type { Zone } from './zone.js';

/**
 * Returns true if a router drops all packets from an address, for example from a broadcast address of its networks.
 * IPv6 has no broadcast addresses. See ovn-northd(8), IP Input.
 */
export function isBadSource(source: string, zone: Zone, router: string): boolean {
  return !source.includes(':') && (isBadSourceAddress(source) || zone.broadcastsOf(router).has(source));
}
