import { inventoryKinds } from '../../kinds/inventory.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import { type Inventory, fileOf } from '../inventory/pull.js';
import { isSuddenLoss } from '../inventory/shortage.js';

/** Names of objects of one kind. */
export type NameSet = Pick<ReadonlySet<string>, 'size' | 'has' | 'keys'>;

/** Names of objects by inventory file. */
export type ObjectNames = ReadonlyMap<string, NameSet>;

/** Kinds of which every cluster has objects. */
const INHABITED = ['Node', 'Namespace', 'Pod'];

/** Files of the kinds that every API server serves. */
const ALWAYS_SERVED: ReadonlySet<string> = new Set(
  inventoryKinds
    .filter(({ apiVersion }) => apiVersion === 'v1' || apiVersion === 'discovery.k8s.io/v1')
    .map(({ kind }) => fileOf(kind)),
);

/** Returns the names of the objects of each kind that the cluster serves. */
export function collectNames({ files }: Inventory): ObjectNames {
  return new Map(
    files.map(({ path, objects }) => [path, new Set(objects.map((object) => pathOfName(nameOf(object))))]),
  );
}

/**
 * Returns the reason for which an inventory is implausible, even if all requests succeeded. An incomplete list would
 * remove everything that depends on the rest. `before` is the last accepted inventory, undefined before the first.
 */
export function findInventoryProblem(now: ObjectNames, before: ObjectNames | undefined): string | undefined {
  const bare = INHABITED.find((kind) => (now.get(fileOf(kind))?.size ?? 0) === 0);
  if (bare !== undefined) return `no ${bare} found, expected at least one`;
  for (const [path, { size }] of before ?? []) {
    if (!now.has(path)) return `the server no longer serves ${kindOf(path)} (${size} before)`;
  }
  return undefined;
}

/** Returns a sentence about a kind of every API server of which all objects are lost, for a source that is read once. */
export function findEmptied(now: ObjectNames, before: ObjectNames): string | undefined {
  for (const [path, { size }] of before) {
    if (size > 0 && now.get(path)?.size === 0 && ALWAYS_SERVED.has(path)) {
      return `the list of ${kindOf(path)} is empty (${size} before)`;
    }
  }
  return undefined;
}

/** Returns the files of which more objects are lost than usual, or all of them. */
export function findFalls(now: ObjectNames, before: ObjectNames): string[] {
  return [...before].flatMap(([path, { size }]) => (isSuddenLoss(size, now.get(path)?.size ?? 0) ? [path] : []));
}

/** Returns the name of a file's kind, for messages. */
export function kindOf(path: string): string {
  return path.replace(/\.yaml$/, '');
}

/** Returns the largest share of removed objects among the kinds that every cluster has, in percent. */
export function measureLoss(now: ObjectNames, before: ObjectNames): number {
  const shares = [...before]
    .filter(([path, { size }]) => size > 0 && ALWAYS_SERVED.has(path))
    .map(([path, { size }]) => (100 * (size - (now.get(path)?.size ?? 0))) / size);
  return Math.max(0, ...shares);
}
