import type { Position } from '../model/diagnostic.js';
import type { ManifestLocation } from '../model/manifest.js';
import { locateReports } from './place.js';
import { rebase } from './rebase.js';

/**
 * Returns the positions of rules, and of other locations in manifests, with paths relative to `folder`. Causes without
 * a position are skipped.
 */
export function locateCauses<Located extends ManifestLocation>(
  causes: readonly Located[],
  folder: string,
): ReadonlyMap<Located, Position> {
  const reports = causes.map((location) => ({
    ...{ code: '', severity: 'warning' as const, message: '', help: '' },
    location,
  }));
  const placed = rebase(locateReports(reports), folder);
  return new Map(causes.flatMap((cause, index) => (placed[index]?.at ? [[cause, placed[index].at] as const] : [])));
}
