import type { Query } from '../../engine/query.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
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

/** All pods. */
export const allPods: Query<undefined, PodLists> = {
  name: 'pods',
  run: (db) => {
    const found = db.get(objectsOfInventory, 'Pod').map((manifest) => db.get(podOf, manifest));
    const workloads = WORKLOADS.flatMap((kind) => db.get(objectsOfInventory, kind));
    return planPods(workloads, found, db.report);
  },
  same: (a, b) => sameItems(a.pods, b.pods) && sameItems(a.planned, b.planned),
};

const groupedByNamespace: Query<undefined, ReadonlyMap<string, readonly Pod[]>> = {
  name: 'pods grouped by namespace',
  run: (db) => {
    const { pods, planned } = db.get(allPods, undefined);
    return groupBy(joinPods(pods, planned), ({ namespace }) => namespace);
  },
};

const podsOfNamespace: Query<string, readonly Pod[]> = {
  name: 'pods of a namespace',
  hasOneReader: true,
  run: (db, name) => db.get(groupedByNamespace, undefined).get(name) ?? [],
  same: sameItems,
};

/** All pods by namespace. */
export const podsByNamespace: Query<undefined, Cluster['podsByNamespace']> = {
  name: 'pods by namespace',
  run: (db) => {
    const names = [...db.get(groupedByNamespace, undefined).keys()];
    return new Map(names.map((name) => [name, db.get(podsOfNamespace, name)]));
  },
  same: hasSameContent,
};

/** The names of namespaces with pods. */
export const namespacesOfPods: Query<undefined, readonly string[]> = {
  name: 'namespaces of pods',
  run: (db) => [...db.get(groupedByNamespace, undefined).keys()],
  same: sameItems,
};

const groupedByNode: Query<undefined, ReadonlyMap<string, readonly Pod[]>> = {
  name: 'pods grouped by node',
  run: (db) => groupBy(db.get(allPods, undefined).pods, ({ nodeName }) => nodeName),
};

const podsOfNode: Query<string, readonly Pod[]> = {
  name: 'pods of a node',
  hasOneReader: true,
  run: (db, name) => db.get(groupedByNode, undefined).get(name) ?? [],
  same: sameItems,
};

/** Existing pods by node. */
export const podsByNode: Query<undefined, Cluster['podsByNode']> = {
  name: 'pods by node',
  run: (db) => {
    const names = [...db.get(groupedByNode, undefined).keys()];
    return new Map(names.map((name) => [name, db.get(podsOfNode, name)]));
  },
  same: hasSameContent,
};

/** Returns existing and planned pods in order of their names. */
function joinPods(pods: readonly Pod[], planned: readonly Pod[]): readonly Pod[] {
  if (planned.length === 0) return pods;
  return [...pods, ...planned].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
