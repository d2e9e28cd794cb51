import type { Family } from '../../net/address.js';
import { type AddressRange, type Point, comparePoints, wholeFamily } from '../filters/address-range.js';
import type { PodClass } from '../policies/model.js';
import type { Profile } from '../policies/profiles.js';

/** Where rules about addresses outside have borders. */
export type ProfilesOf = (podClass: PodClass) => readonly Profile[];

/**
 * Cuts the addresses of a family where a rule of the classes has a border, and joins what no class treats otherwise than
 * its neighbour: `keyOf` says how all of them treat an address.
 */
export function cutOutside(
  classes: readonly PodClass[],
  family: Family,
  profilesOf: ProfilesOf,
  keyOf: (point: Point) => string,
): AddressRange[] {
  const whole = wholeFamily(family);
  const points = new Set<Point>([whole.first]);
  for (const profile of new Set(classes.flatMap(profilesOf))) {
    for (const { rules } of profile.stage) {
      for (const { ranges } of rules) {
        for (const { first, end } of ranges[family]) points.add(first).add(end);
      }
    }
  }
  points.delete(whole.end);
  const ranges: (AddressRange & { readonly key: string })[] = [];
  const sorted = [...points].sort(comparePoints);
  for (const [index, first] of sorted.entries()) {
    const range = { family, first, end: sorted[index + 1] ?? whole.end, key: keyOf(first) };
    const last = ranges.at(-1);
    if (last?.key === range.key) ranges[ranges.length - 1] = { ...last, end: range.end };
    else ranges.push(range);
  }
  return ranges.map(({ first, end }) => ({ family, first, end }));
}
