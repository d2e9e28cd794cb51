import { API_VERSION } from '../ovn-kubernetes/api.js';
import type { Manifest } from '../model/manifest.js';
import { findEditObstacle } from './edit-files.js';
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
  const plans = drafts.flatMap(({ namespace, spec, isNeeded }): FirewallPlan[] => {
    const manifest = existing.find((one) => one.namespace === namespace);
    if (manifest) {
      const isReplaced = replaced.has(namespace);
      const object = isReplaced ? { ...manifest.object, spec } : manifest.object;
      const policy = {
        action: isReplaced ? ('change' as const) : ('keep' as const),
        path: manifest.origin.file.path,
        object,
      };
      return [{ policy, ...(isReplaced ? { manifest } : {}) }];
    }
    if (!isNeeded) return [];
    const metadata = { name: FIREWALL_NAME, namespace };
    const object = { apiVersion: API_VERSION, kind: 'EgressFirewall', metadata, spec };
    return [{ policy: { action: 'add', path: style.fileOf(namespace, FILE_NAME), object } }];
  });
  const changed = plans.flatMap(({ manifest, policy }) =>
    manifest
      ? [{ manifest, spec: drafts.find(({ namespace }) => namespace === manifest.namespace)?.spec ?? {}, policy }]
      : [],
  );
  return {
    policies: plans.map(({ policy }) => policy),
    removed: [],
    edits: changed.map(({ manifest, spec }) => ({ manifest, spec })),
    added: plans.flatMap(({ policy: { action, path, object } }) => (action === 'add' ? [{ path, object }] : [])),
    obstacles: changed.flatMap(({ manifest }) => findEditObstacle(manifest) ?? []),
  };
}

interface FirewallPlan {
  readonly policy: PlannedPolicy;
  /** The object to change. */
  readonly manifest?: Manifest;
}
