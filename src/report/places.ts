import { locateCauses } from '../diagnostics/locate-causes.js';
import type { Position } from '../model/diagnostic.js';
import type { ManifestLocation } from '../model/manifest.js';
import type { Place } from './place.js';

/** Finds the places of locations in their files, as seen from `folder`; those that are nowhere are left out. */
export function placeAll<Located extends ManifestLocation>(
  locations: readonly Located[],
  folder: string,
): ReadonlyMap<Located, Place> {
  return new Map(Array.from(locateCauses(locations, folder), ([location, at]) => [location, placeOf(at)]));
}

/** A position without its length. */
export function placeOf({ file, line, column }: Position): Place {
  return { file, line, column };
}
