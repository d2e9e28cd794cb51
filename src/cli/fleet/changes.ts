import { compareText } from '../../std/compare-text.js';
import { plural } from '../../std/plural.js';
import type { Both } from '../../traffic/side.js';
import type { ClusterName, FoundCluster } from './clusters.js';

/** A cluster that is not in the fleet, or not in the same folder, on both sides of a comparison. */
export interface ClusterChange {
  readonly change: 'added' | 'removed' | 'moved';
  readonly name: ClusterName;
  /** Folders of the cluster, as weir.fleet.yaml names them. */
  readonly before?: string;
  readonly after?: string;
}

/** Returns the added, removed and moved clusters, sorted by name. */
export function compareFleets({ before, after }: Both<readonly FoundCluster[]>): readonly ClusterChange[] {
  const later = new Map(after.map((cluster) => [cluster.name, cluster]));
  const known = new Set(before.map(({ name }) => name));
  const changes = [
    ...before.flatMap(({ name, folder, place }): ClusterChange[] => {
      const now = later.get(name);
      if (!now) return [{ change: 'removed', name, before: folder }];
      return now.place === place ? [] : [{ change: 'moved', name, before: folder, after: now.folder }];
    }),
    ...after
      .filter(({ name }) => !known.has(name))
      .map(({ name, folder }): ClusterChange => ({ change: 'added', name, after: folder })),
  ];
  return changes.sort((a, b) => compareText(a.name, b.name));
}

/** Formats the number of changes in one sentence. */
export function summariseClusters(changes: readonly ClusterChange[]): string {
  const verbs = { added: 'adds', removed: 'removes', moved: 'moves' } as const;
  const counts = Object.entries(verbs).flatMap(([change, verb]) => {
    const count = changes.filter((one) => one.change === change).length;
    return count > 0 ? [`${verb} ${plural(count, 'cluster')}`] : [];
  });
  return `This change ${counts.join(', ')}.`;
}

/** Formats each cluster on a line. The first character is the type of the change. */
export function describeClusters(changes: readonly ClusterChange[]): readonly string[] {
  return changes.map(({ change, name, before = '', after = '' }) => {
    if (change === 'moved') return `~ ${name}: ${before} → ${after}`;
    const folder = change === 'added' ? after : before;
    const where = folder === name ? '' : change === 'added' ? `: in ${folder}` : `: was ${folder}`;
    return `${change === 'added' ? '+' : '-'} ${name}${where}`;
  });
}
