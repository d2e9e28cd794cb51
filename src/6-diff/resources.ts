import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Pod } from '../model/cluster.js';
import type { Manifest } from '../model/manifest.js';
import type { Both } from './side.js';

/** A custom resource that is on one side only, or is written otherwise. */
export interface ResourceChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** How many objects of the inventory come and go. */
export type InventoryChanges = Readonly<
  Record<'nodes' | 'namespaces' | 'pods', { readonly added: number; readonly removed: number }>
>;

/** The sound custom resources that differ, in byte order of kind, namespace and name. */
export function compareResources({ before, after }: Both<readonly Manifest[]>): ResourceChange[] {
  const left = new Map(before.map((manifest) => [idOf(manifest), manifest]));
  const right = new Map(after.map((manifest) => [idOf(manifest), manifest]));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((id): ResourceChange[] => {
    const [old, now] = [left.get(id), right.get(id)];
    const { kind, namespace, name } = now ?? old ?? { kind: '', namespace: '', name: '' };
    if (!old || !now) return [{ change: old ? 'removed' : 'added', kind, namespace, name }];
    return isSame(old, now) ? [] : [{ change: 'changed', kind, namespace, name }];
  });
}

/** Byte order of these is that of kind, namespace and name: no name holds a control character. */
function idOf({ kind, namespace, name }: Manifest): string {
  return `${kind}\0${namespace}\0${name}`;
}

function isSame(a: Manifest, b: Manifest): boolean {
  const { origin } = a;
  const isShared =
    origin.file === b.origin.file && origin.start === b.origin.start && origin.pointer === b.origin.pointer;
  return isShared || isDeepStrictEqual(a.object, b.object);
}

/** Counts the nodes, namespaces and pods of one side only. */
export function compareInventories({ before, after }: Both<Cluster>): InventoryChanges {
  return {
    nodes: count(before.nodeByName, after.nodeByName),
    namespaces: count(before.namespaces, after.namespaces),
    pods: countPods(before.podsByNamespace, after.podsByNamespace),
  };
}

function count(before: Keys, after: Keys): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const key of after.keys()) if (!before.has(key)) added++;
  for (const key of before.keys()) if (!after.has(key)) removed++;
  return { added, removed };
}

interface Keys {
  readonly keys: () => Iterable<string>;
  readonly has: (key: string) => boolean;
}

function countPods(before: PodLists, after: PodLists): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const namespace of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(namespace) ?? [], after.get(namespace) ?? []];
    // Pods of files that both sides share are the same objects.
    if (old.length === now.length && old.every((pod, index) => pod === now[index])) continue;
    const counts = count(new Set(old.map(({ name }) => name)), new Set(now.map(({ name }) => name)));
    added += counts.added;
    removed += counts.removed;
  }
  return { added, removed };
}

type PodLists = ReadonlyMap<string, readonly Pod[]>;
