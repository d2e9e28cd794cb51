import type { IPPool, IPReservation } from '../model/address-inventory.js';
import type { Manifest } from '../model/manifest.js';
import { type Address, parseAddress } from '../net/address.js';
import { contains } from '../net/prefix.js';
import { asObject, asString } from './fields.js';

/** Pools by the pods (`<namespace>/<pod>`) that have an allocation in them. */
export type PoolsOfPods = ReadonlyMap<string, readonly IPPool[]>;

/** Groups pools by the pods that they know. */
export function groupByPod(pools: readonly IPPool[]): PoolsOfPods {
  const groups = new Map<string, IPPool[]>();
  for (const pool of pools) {
    for (const podReference of new Set(pool.allocations.map((one) => one.podReference))) {
      const group = groups.get(podReference);
      if (group) group.push(pool);
      else groups.set(podReference, [pool]);
    }
  }
  return groups;
}

/** Reads a reservation. The pools decide where its name can be read in several ways. */
export function readIPReservation(manifest: Manifest, pools: PoolsOfPods): IPReservation {
  const { namespace, name, object } = manifest;
  const podReference = asString(asObject(object.spec)?.podref) ?? '';
  const address = chooseReading(readingsOf(name), podReference, pools);
  return { namespace, name, podReference, manifest, ...(address ? { address } : {}) };
}

/**
 * Every address that a reservation's name can mean, the likeliest first. whereabouts writes the network's name, where it
 * has one, a dash, and the address with dashes for colons: the end of the name after any dash may be the address.
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

/** The reading inside a pool that knows the pod; the first where there is no doubt or no pool to ask. */
function chooseReading(readings: readonly Address[], podReference: string, pools: PoolsOfPods): Address | undefined {
  if (readings.length <= 1 || pools.size === 0) return readings[0];
  const own = pools.get(podReference) ?? [];
  return readings.find((reading) => own.some(({ range }) => contains(range, reading)));
}
