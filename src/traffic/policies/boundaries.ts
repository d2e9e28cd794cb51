import type { PolicyIntent } from '../../model/intent/policy.js';
import type { Address, Family } from '../../net/address.js';
import {
  type AddressRange,
  type Point,
  comparePoints,
  rangeOfAddress,
  rangeOfPrefix,
} from '../filters/address-range.js';

/** Boundaries of rules, ascending. Addresses between two neighbours are in the same ranges. */
export type Boundaries = Readonly<Record<Family, readonly Point[]>>;

/** Returns the boundaries of all blocks and addresses in policies. */
export function collectBoundaries(policies: Iterable<PolicyIntent>): Boundaries {
  const points = { IPv4: new Set<Point>(), IPv6: new Set<Point>() };
  const add = ({ family, first, end }: AddressRange): void => void points[family].add(first).add(end);
  for (const { rules } of policies) {
    for (const { peers } of rules) {
      for (const peer of peers) {
        if (peer.type === 'addresses') peer.addresses.map(rangeOfAddress).forEach(add);
        if (peer.type === 'block')
          [peer, ...peer.except].forEach(({ prefix }) => {
            add(rangeOfPrefix(prefix));
          });
      }
    }
  }
  return { IPv4: [...points.IPv4].sort(comparePoints), IPv6: [...points.IPv6].sort(comparePoints) };
}

/** Returns the number of the interval that contains a point. */
export function intervalIndex(boundaries: readonly Point[], point: Point): number {
  let low = 0;
  let high = boundaries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the point of the first address of each family. */
export function pointsOf(addresses: readonly Address[]): Partial<Record<Family, Point>> {
  const points: Partial<Record<Family, Point>> = {};
  for (const address of addresses) points[address.family] ??= rangeOfAddress(address).first;
  return points;
}
