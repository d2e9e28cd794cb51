import type { Zone } from './zone.js';

/** Sources that no router takes: loopback, multicast, and what stands for no host or for all. */
const BAD_SOURCE = /^(?:0|127|22[4-9]|23[0-9])\.|^255\.255\.255\.255$/;

/**
 * Returns true if a router drops all that comes from an address: also from a broadcast address of its networks. IPv6 has
 * none. See ovn-northd(8), IP Input.
 */
export function isBadSource(source: string, zone: Zone, router: string): boolean {
  return !source.includes(':') && (BAD_SOURCE.test(source) || zone.broadcastsOf(router).has(source));
}
