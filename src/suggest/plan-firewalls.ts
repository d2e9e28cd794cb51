import { API_VERSION } from '../ovn-kubernetes/api.js';
import type { Manifest } from '../model/manifest.js';
import { groupBy } from '../std/group-by.js';
import { type NewObject, type ObjectEdit, findEditObstacle } from './edit-files.js';
import type { PlannedChanges, PlannedPolicy } from './plan-changes.js';
import type { RepositoryStyle } from './repository-style.js';
import type { DraftFirewall } from './suggest-policies.js';

/** An EgressFirewall has this name. */
const FIREWALL_NAME = 'default';
/** Name of the file of a new EgressFirewall in repositories with one file for each object. */
const FILE_NAME = 'egress-firewall';

/**
 * Plans the changes of EgressFirewalls. An existing one stays unless its namespace is in `replaced`. A namespace without
 * one gets one if it needs it.
 */
export function planFirewalls(
  drafts: readonly DraftFirewall[],
  existing: readonly Manifest[],
  replaced: ReadonlySet<string>,
  style: RepositoryStyle,
): PlannedChanges {
  const found = groupBy(existing, ({ namespace }) => namespace);
  const policies: PlannedPolicy[] = [];
  const edits: ObjectEdit[] = [];
  const added: NewObject[] = [];
  for (const { namespace, spec, isNeeded } of drafts) {
    const manifest = found.get(namespace)?.[0];
    if (manifest) {
      const { object, origin } = manifest;
      const { path } = origin.file;
      if (replaced.has(namespace)) {
        policies.push({ action: 'change', path, object: { ...object, spec } });
        edits.push({ manifest, spec });
      } else policies.push({ action: 'keep', path, object });
    } else if (isNeeded) {
      const metadata = { name: FIREWALL_NAME, namespace };
      const object = { apiVersion: API_VERSION, kind: 'EgressFirewall', metadata, spec };
      const path = style.fileOf(namespace, FILE_NAME);
      policies.push({ action: 'add', path, object });
      added.push({ path, object });
    }
  }
  const obstacles = edits.flatMap(({ manifest }) => findEditObstacle(manifest) ?? []);
  return { policies, removed: [], edits, added, obstacles };
}
