import type { Family } from '../../net/address.js';
import { type AddressRange, type Point, comparePoints, wholeFamily } from '../filters/address-range.js';
import type { PodClass } from '../policies/model.js';
import type { Profile } from '../policies/profiles.js';

/** Returns the profiles whose rules for outside addresses have boundaries. */
export type ProfilesOf = (podClass: PodClass) => readonly Profile[];

/** The boundaries that rules draw in the addresses of a family. */
export interface Cut {
  readonly family: Family;
  /**
   * Addresses outside of the cluster's own networks, ascending. All others are unassigned, and join their neighbours.
   */
  readonly beyond: readonly AddressRange[];
  readonly profilesOf: ProfilesOf;
  /** Returns a text for the treatment of an address by all classes. */
  readonly keyOf: (point: Point) => string;
}

/** A range of addresses that are treated alike, and one of them that is outside. */
export interface OutsideRange extends AddressRange {
  readonly point: Point;
}

/**
 * Returns the largest ranges of addresses outside that all classes treat alike. Leading unassigned addresses join the
 * first.
 */
export function cutOutside(
  classes: readonly PodClass[],
  { family, beyond, profilesOf, keyOf }: Cut,
): readonly OutsideRange[] {
  const points = new Set<Point>(beyond.map(({ first }) => first));
  for (const profile of new Set(classes.flatMap(profilesOf))) {
    for (const { rules } of profile.stage) {
      for (const { ranges } of rules) {
        for (const { first, end } of ranges[family]) points.add(first).add(end);
      }
    }
  }
  const found: { readonly first: Point; readonly key: string }[] = [];
  for (const first of withinAll([...points].sort(comparePoints), beyond)) {
    const key = keyOf(first);
    if (found.at(-1)?.key !== key) found.push({ first, key });
  }
  const whole = wholeFamily(family);
  return found.map(({ first: point }, index) => ({
    ...{ family, point, first: index === 0 ? whole.first : point },
    end: found[index + 1]?.first ?? whole.end,
  }));
}

/** Returns the points in one of the ranges. Both are ascending. */
function withinAll(points: readonly Point[], ranges: readonly AddressRange[]): Point[] {
  let at = 0;
  return points.filter((point) => {
    while ((ranges[at]?.end ?? Infinity) <= point) at++;
    const range = ranges[at];
    return range !== undefined && range.first <= point;
  });
}
