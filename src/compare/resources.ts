import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Namespace, Node, Pod } from '../model/cluster.js';
import type { Manifest } from '../model/manifest.js';
import type { Both } from '../traffic/side.js';
import { sameItems } from '../std/same-items.js';

/** A custom resource that exists on one side only, or differs between the sides. */
export interface ResourceChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Numbers of inventory objects that are added, removed or changed, as far as Weir reads them. */
export type InventoryChanges = Readonly<Record<'nodes' | 'namespaces' | 'pods', InventoryCounts>>;

export interface InventoryCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** Returns the valid custom resources that differ, in byte order of kind, namespace and name. */
export function compareResources({ before, after }: Both<readonly Manifest[]>): ResourceChange[] {
  // Resources of files that both sides share are the same objects.
  const [had, has] = [new Set(before), new Set(after)];
  const left = new Map(before.flatMap((manifest) => (has.has(manifest) ? [] : [[idOf(manifest), manifest] as const])));
  const right = new Map(after.flatMap((manifest) => (had.has(manifest) ? [] : [[idOf(manifest), manifest] as const])));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((id): ResourceChange[] => {
    const [old, now] = [left.get(id), right.get(id)];
    const { kind, namespace, name } = now ?? old ?? { kind: '', namespace: '', name: '' };
    if (!old || !now) return [{ change: old ? 'removed' : 'added', kind, namespace, name }];
    return isSame(old, now) ? [] : [{ change: 'changed', kind, namespace, name }];
  });
}

/** Returns an ID whose byte order is that of kind, namespace and name, because no name contains a control character. */
function idOf({ kind, namespace, name }: Manifest): string {
  return `${kind}\0${namespace}\0${name}`;
}

function isSame(a: Manifest, b: Manifest): boolean {
  const [one, other] = [a.origin, b.origin];
  const isUnchanged = one.toWritten === other.toWritten;
  const isShared = one.file === other.file && one.start === other.start && one.pointer === other.pointer && isUnchanged;
  return isShared || isDeepStrictEqual(a.object, b.object);
}

/** Counts the nodes, namespaces and pods that exist on one side only, or differ between the sides. */
export function compareInventories({ before, after }: Both<Cluster>): InventoryChanges {
  return {
    nodes: count(before.nodeByName, after.nodeByName, isSameNode),
    namespaces: count(listed(before), listed(after), isSameNamespace),
    pods: countPods(before.podsByNamespace, after.podsByNamespace),
  };
}

function count<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  same: (a: T, b: T) => boolean,
): InventoryCounts {
  let [added, changed, lasting] = [0, 0, 0];
  for (const [key, now] of after) {
    const old = before.get(key);
    if (old === undefined) added++;
    else {
      lasting++;
      if (old !== now && !same(old, now)) changed++;
    }
  }
  return { added, removed: before.size - lasting, changed };
}

function countPods(before: PodLists, after: PodLists): InventoryCounts {
  let [added, removed, changed] = [0, 0, 0];
  for (const namespace of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [listPods(before, namespace), listPods(after, namespace)];
    // Pods of files that both sides share are the same objects.
    if (sameItems(old, now)) continue;
    const counts = count(byName(old), byName(now), isSamePod);
    added += counts.added;
    removed += counts.removed;
    changed += counts.changed;
  }
  return { added, removed, changed };
}

/** Returns the namespaces that are objects of the inventory, without those that only a resource names. */
function listed({ namespaces }: Cluster): Map<string, Namespace> {
  return new Map([...namespaces].filter(([, { manifest }]) => manifest !== undefined));
}

type PodLists = ReadonlyMap<string, readonly Pod[]>;

/** Returns the existing pods of a namespace, without planned ones. */
function listPods(lists: PodLists, namespace: string): readonly Pod[] {
  return (lists.get(namespace) ?? []).filter(({ isPlanned }) => !isPlanned);
}

function byName(pods: readonly Pod[]): Map<string, Pod> {
  return new Map(pods.map((pod) => [pod.name, pod]));
}

/**
 * Returns true if two nodes are equal, except for the location of the object and the fields that Weir does not read.
 */
function isSameNode(a: Node, b: Node): boolean {
  return isDeepStrictEqual({ ...a, manifest: undefined }, { ...b, manifest: undefined });
}

function isSameNamespace(a: Namespace, b: Namespace): boolean {
  return (
    isDeepStrictEqual([a.labels, a.aclLogging], [b.labels, b.aclLogging]) &&
    a.primaryNetwork?.name === b.primaryNetwork?.name
  );
}

function isSamePod(a: Pod, b: Pod): boolean {
  return isDeepStrictEqual({ ...a, origin: undefined, uid: '' }, { ...b, origin: undefined, uid: '' });
}
