import type { Position } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import { placeReports } from './place.js';
import { rebase } from './rebase.js';

/** The positions of rules in their files, as seen from `folder`. Those that are nowhere are left out. */
export function locateCauses(causes: readonly Cause[], folder: string): ReadonlyMap<Cause, Position> {
  const reports = causes.map(({ origin, pointer }) => ({
    ...{ code: '', severity: 'warning' as const, message: '', help: '' },
    location: { origin, pointer },
  }));
  const placed = rebase(placeReports(reports), folder);
  return new Map(causes.flatMap((cause, index) => (placed[index]?.at ? [[cause, placed[index].at] as const] : [])));
}
