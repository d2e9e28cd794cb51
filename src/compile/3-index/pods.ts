import { createChunkQuery, createListQuery, startsGroupOfNames } from '../../engine/chunks.js';
import type { Query } from '../../engine/query.js';
import type { Pod } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import { type JoinedGroups, joinGroups } from '../../engine/join-groups.js';
import { hasSameContent, sameItems } from '../../std/same-items.js';
import { objectsOfInventory } from './inventory.js';
import { planPods } from './planned-pods.js';
import { readPod } from './pod.js';

/** Existing pods, and those that workloads will create. */
export interface PodLists {
  readonly pods: readonly Pod[];
  readonly planned: readonly Pod[];
}

const podOf: Query<Manifest, Pod> = {
  name: 'pod',
  hasOneReader: true,
  run: (db, manifest) => readPod(manifest, db.report),
};

/** Kinds that create pods. */
const WORKLOADS = [
  ...['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'ReplicationController'],
  'VirtualMachine',
];

const readPods = createListQuery<Manifest, Pod>('pods of manifests', {
  hasOneReader: true,
  listIn: (db) => db.get(objectsOfInventory, 'Pod'),
  startsChunk: startsGroupOfNames,
  make: (db, manifests) => manifests.map((manifest) => db.get(podOf, manifest)),
});

/** All pods. */
export const allPods: Query<undefined, PodLists> = {
  name: 'pods',
  run: (db) => {
    const workloads = WORKLOADS.flatMap((kind) => db.get(objectsOfInventory, kind));
    return planPods(workloads, db.get(readPods, undefined), db.report);
  },
  same: (a, b) => sameItems(a.pods, b.pods) && sameItems(a.planned, b.planned),
};

type PodsByKey = ReadonlyMap<string, readonly Pod[]>;

/** Creates a query of pods by a key: the same lists while they have the same pods. */
function createPodGroups(
  by: string,
  listPods: (lists: PodLists) => readonly Pod[],
  keyOf: (pod: Pod) => string,
): Query<undefined, PodsByKey> {
  const inChunks = createChunkQuery<Pod, PodsByKey>(`pods grouped by ${by}`, {
    hasOneReader: true,
    listIn: (db) => listPods(db.get(allPods, undefined)),
    startsChunk: startsGroupOfNames,
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
export const podsByNamespace = createPodGroups(
  'namespace',
  ({ pods, planned }) => joinPods(pods, planned),
  ({ namespace }) => namespace,
);

/** The namespaces of all pods. */
export const namespacesOfPods: Query<undefined, readonly string[]> = {
  name: 'namespaces of pods',
  run: (db) => [...db.get(podsByNamespace, undefined).keys()],
  same: sameItems,
};

/** Existing pods by node. */
export const podsByNode = createPodGroups(
  'node',
  ({ pods }) => pods,
  ({ nodeName }) => nodeName,
);

/** Returns existing and planned pods in order of their names. */
function joinPods(pods: readonly Pod[], planned: readonly Pod[]): readonly Pod[] {
  if (planned.length === 0) return pods;
  return [...pods, ...planned].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
