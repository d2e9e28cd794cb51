import { locateCauses } from '../diagnostics/locate-causes.js';
import type { Position } from '../model/diagnostic.js';
import type { ManifestLocation } from '../model/manifest.js';
import type { ReportPlace } from './place.js';

/** Returns the places of locations in their files, relative to `folder`. Skips locations without a place. */
export function locateAll<Located extends ManifestLocation>(
  locations: readonly Located[],
  folder: string,
): ReadonlyMap<Located, ReportPlace> {
  return new Map(Array.from(locateCauses(locations, folder), ([location, at]) => [location, reportPlaceOf(at)]));
}

/** Returns a position without its length. */
export function reportPlaceOf({ file, line, column }: Position): ReportPlace {
  return { file, line, column };
}
