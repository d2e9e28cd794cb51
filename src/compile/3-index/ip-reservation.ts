import type { IPPool, IPReservation } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { type Address, parseAddress, withText } from '../../net/address.js';
import { contains, formatPrefix, prefixOf } from '../../net/prefix.js';
import { asObject, asString } from '../../std/json.js';

/** Look-ups that resolve ambiguous names of reservations. */
export interface PoolIndex {
  readonly isEmpty: boolean;
  /** Returns the pools that have an allocation for a pod (`<namespace>/<pod>`). */
  readonly poolsOf: (podReference: string) => readonly IPPool[];
  /** Returns true if the range of any pool contains an address. */
  readonly hasAddress: (address: Address) => boolean;
}

/** Indexes pools by the pods in their allocations and by their ranges. */
export function indexPools(pools: readonly IPPool[]): PoolIndex {
  const groups = new Map<string, IPPool[]>();
  for (const pool of pools) {
    for (const podReference of new Set(pool.allocations.map((one) => one.podReference))) {
      const group = groups.get(podReference);
      if (group) group.push(pool);
      else groups.set(podReference, [pool]);
    }
  }
  const ranges = new Set(pools.map(({ range }) => formatPrefix(range)));
  const lengths = {
    IPv4: new Set(pools.flatMap(({ range: { family, length } }) => (family === 'IPv4' ? [length] : []))),
    IPv6: new Set(pools.flatMap(({ range: { family, length } }) => (family === 'IPv6' ? [length] : []))),
  };
  return {
    isEmpty: pools.length === 0,
    poolsOf: (podReference) => groups.get(podReference) ?? [],
    hasAddress: (address) =>
      [...lengths[address.family]].some((length) => ranges.has(formatPrefix(prefixOf(address, length)))),
  };
}

/** Reads a reservation. The pools decide if its name has several readings. */
export function readIPReservation(manifest: Manifest, pools: PoolIndex): IPReservation {
  const { namespace, name, object } = manifest;
  const podReference = asString(asObject(object.spec)?.podref) ?? '';
  const address = chooseReading(readingsOf(name), podReference, pools);
  return { namespace, name, podReference, manifest, ...(address ? { address: withText(address) } : {}) };
}

/**
 * Returns every address that a reservation's name can mean, the most likely first. whereabouts writes the network's
 * name, if it has one, a dash, and the address with dashes for colons. Therefore the end of the name after any dash may
 * be the address.
 */
function readingsOf(name: string): Address[] {
  const parts = name.split('-');
  // An IPv6 address has at most eight groups and an empty part at each end of a `::`.
  const first = Math.max(0, parts.length - 9);
  return parts.slice(first).flatMap((_, index) => {
    const rest = parts.slice(first + index);
    return parseAddress(rest.length === 1 ? (rest[0] ?? '') : rest.join(':')) ?? [];
  });
}

/**
 * Returns the reading inside a pool that knows the pod. Otherwise returns the only reading inside any pool, which has
 * the address for another pod, or for none. Returns the first reading if there is only one, or if there are no pools.
 * Returns undefined if the name stays ambiguous.
 */
function chooseReading(readings: readonly Address[], podReference: string, pools: PoolIndex): Address | undefined {
  if (readings.length <= 1 || pools.isEmpty) return readings[0];
  const own = pools.poolsOf(podReference);
  const known = readings.find((reading) => own.some(({ range }) => contains(range, reading)));
  if (known) return known;
  const [only, ...others] = readings.filter(pools.hasAddress);
  return others.length === 0 ? only : undefined;
}
