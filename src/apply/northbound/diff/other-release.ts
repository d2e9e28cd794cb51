import type { ReleaseProfile } from '../../../model/release.js';
import { ID_KEY } from '../../../ovn-kubernetes/object-ids.js';
import { releasesOfRows } from '../../../ovn-kubernetes/release-of-rows.js';
import type { LiveDatabase } from '../wire/database.js';
import { liveIdsOf, columnText } from './live-index.js';

/**
 * Returns a sentence if the rows of a database look like those of a different release than the configured one. Returns
 * undefined if the rows do not show a release.
 */
export function describeOtherRelease(
  { schemaVersion, rows }: LiveDatabase,
  configured: ReleaseProfile,
): string | undefined {
  const namesIn = (table: string): ReadonlySet<string> =>
    new Set((rows.get(table) ?? []).map((row) => columnText(row, 'name')));
  const names = { Address_Set: namesIn('Address_Set'), Port_Group: namesIn('Port_Group') };
  const shown = releasesOfRows({
    schemaVersion,
    hasName: (table, name) => names[table].has(name),
    hasSetOf: (type) => (rows.get('Address_Set') ?? []).some((row) => liveIdsOf(row)(ID_KEY.ownerType) === type),
  });
  if (!shown || shown.length === 0 || shown.includes(configured)) return undefined;
  const releases = shown.map(({ name }) => name).join(' or ');
  return `these rows match ${releases}, but 'ovnKubernetes' is ${configured.name}: most differences are those of the releases`;
}
