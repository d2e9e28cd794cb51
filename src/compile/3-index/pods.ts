import { createChunkQuery, divide, startsGroupOfNames } from '../../engine/chunks.js';
import type { Query } from '../../engine/query.js';
import type { Pod } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { compareText } from '../../std/compare-text.js';
import { concatenate } from '../../std/concatenate.js';
import { groupBy } from '../../std/group-by.js';
import { createItemQuery } from '../../engine/item-query.js';
import { type JoinedGroups, joinGroups } from '../../engine/join-groups.js';
import { hasSameContent, sameItems } from '../../std/same-items.js';
import { chunksOfInventory, objectsOfInventory } from './inventory.js';
import { planPods } from './planned-pods.js';
import { readPod } from './pod.js';

/** Existing pods, and those that workloads will create. */
export interface PodLists {
  readonly pods: readonly Pod[];
  readonly planned: readonly Pod[];
}

const podOf = createItemQuery(readPod);

/** Kinds that create pods. */
const WORKLOADS = [
  ...['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'ReplicationController'],
  'VirtualMachine',
];

type PodChunks = readonly (readonly Pod[])[];

const readPods = createChunkQuery<Manifest, readonly Pod[]>('pods of manifests', {
  chunksIn: (db) => chunksOfInventory(db, 'Pod'),
  make: (db, manifests) => manifests.map((manifest) => podOf(db, manifest)),
});

const allWorkloads: Query<undefined, readonly Manifest[]> = {
  name: 'workloads',
  run: (db) => WORKLOADS.flatMap((kind) => db.get(objectsOfInventory, kind)),
  same: sameItems,
};

/** All pods. */
export const allPods: Query<undefined, PodLists> = {
  name: 'pods',
  run: (db) => planPods(db.get(allWorkloads, undefined), concatenate(db.get(readPods, undefined)), db.report),
  same: (a, b) => sameItems(a.pods, b.pods) && sameItems(a.planned, b.planned),
};

/** Existing pods in chunks. Those of one namespace are in one chunk. */
export const podsInChunks: Query<undefined, PodChunks> = {
  name: 'pods in chunks',
  run: (db, _, before) => {
    // Without workloads, the pods are those of the manifests.
    if (db.get(allWorkloads, undefined).length === 0) return db.get(readPods, undefined);
    return divide(db.get(allPods, undefined).pods, startsGroupOfNames, before);
  },
  same: sameItems,
};

/** The same, with planned pods. */
const allInChunks: Query<undefined, PodChunks> = {
  name: 'existing and planned pods in chunks',
  hasOneReader: true,
  run: (db, _, before) => {
    const { pods, planned } = db.get(allPods, undefined);
    if (planned.length === 0) return db.get(podsInChunks, undefined);
    return divide(joinPods(pods, planned), startsGroupOfNames, before);
  },
  same: sameItems,
};

type PodsByKey = ReadonlyMap<string, readonly Pod[]>;

/** Creates a query of pods by a key: the same lists while they have the same pods. */
function createPodGroups(
  by: string,
  chunks: Query<undefined, PodChunks>,
  keyOf: (pod: Pod) => string,
): Query<undefined, PodsByKey> {
  const inChunks = createChunkQuery<Pod, PodsByKey>(`pods grouped by ${by}`, {
    hasOneReader: true,
    chunksIn: (db) => db.get(chunks, undefined),
    make: (_, pods) => groupBy(pods, keyOf),
  });
  const joined: Query<undefined, JoinedGroups<Pod>> = {
    name: `pods joined by ${by}`,
    hasOneReader: true,
    run: (db, _, before) => joinGroups(db.get(inChunks, undefined), before),
  };
  return {
    name: `pods by ${by}`,
    run: (db) => db.get(joined, undefined).groups,
    same: hasSameContent,
  };
}

/** All pods by namespace. */
export const podsByNamespace = createPodGroups('namespace', allInChunks, ({ namespace }) => namespace);

/** The namespaces of all pods. */
export const namespacesOfPods: Query<undefined, readonly string[]> = {
  name: 'namespaces of pods',
  run: (db) => [...db.get(podsByNamespace, undefined).keys()],
  same: sameItems,
};

/** Existing pods by node. */
export const podsByNode = createPodGroups('node', podsInChunks, ({ nodeName }) => nodeName);

/** Returns existing and planned pods in order of their names. */
function joinPods(pods: readonly Pod[], planned: readonly Pod[]): readonly Pod[] {
  return [...pods, ...planned].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
