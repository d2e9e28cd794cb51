import { inventoryKinds } from '../../kinds/inventory.js';
import { type Inventory, fileOf } from '../inventory/pull.js';

/** Numbers of objects by inventory file. */
export type KindCounts = ReadonlyMap<string, number>;

/** Kinds of which every cluster has objects. */
const INHABITED = ['Node', 'Namespace', 'Pod'];

/** Files of the kinds that every API server serves and of which a cluster never loses the last object. */
const ALWAYS_SERVED: ReadonlySet<string> = new Set(
  inventoryKinds
    .filter(({ apiVersion }) => apiVersion === 'v1' || apiVersion === 'discovery.k8s.io/v1')
    .map(({ kind }) => fileOf(kind)),
);

/** Counts the objects of each kind that the cluster serves. */
export function countInventory({ files }: Inventory): KindCounts {
  return new Map(files.map(({ path, objects }) => [path, objects.length]));
}

/**
 * Returns the reason for which an inventory is implausible, even if all requests succeeded. An incomplete list would
 * remove everything that depends on the rest. `before` are the counts of the last accepted inventory, undefined before
 * the first.
 */
export function findInventoryProblem(now: KindCounts, before: KindCounts | undefined): string | undefined {
  const bare = INHABITED.find((kind) => (now.get(fileOf(kind)) ?? 0) === 0);
  if (bare !== undefined) return `no ${bare} found, expected at least one`;
  for (const [path, count] of before ?? []) {
    const what = path.replace(/\.yaml$/, '');
    if (!now.has(path)) return `the server no longer serves ${what} (${count} before)`;
    if (count > 0 && now.get(path) === 0 && ALWAYS_SERVED.has(path)) {
      return `the list of ${what} is empty (${count} before)`;
    }
  }
  return undefined;
}

/** Returns the largest share of removed objects among the kinds that every cluster has, in percent. */
export function measureLoss(now: KindCounts, before: KindCounts): number {
  const shares = [...before]
    .filter(([path, count]) => count > 0 && ALWAYS_SERVED.has(path))
    .map(([path, count]) => (100 * (count - (now.get(path) ?? 0))) / count);
  return Math.max(0, ...shares);
}
