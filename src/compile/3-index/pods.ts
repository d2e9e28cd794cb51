import type { Query } from '../../engine/query.js';
import type { Pod } from '../../model/cluster.js';
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

/** Queries of pods in groups. */
interface PodGroups {
  /** The pods of each group: the same lists while they have the same pods. */
  readonly groups: Query<undefined, ReadonlyMap<string, readonly Pod[]>>;
  /** The keys of the groups, in the order of their first pods. */
  readonly keys: Query<undefined, readonly string[]>;
}

function createPodGroups(
  by: string,
  listPods: (lists: PodLists) => readonly Pod[],
  keyOf: (pod: Pod) => string,
): PodGroups {
  const grouped: Query<undefined, ReadonlyMap<string, readonly Pod[]>> = {
    name: `pods grouped by ${by}`,
    run: (db) => groupBy(listPods(db.get(allPods, undefined)), keyOf),
  };
  const group: Query<string, readonly Pod[]> = {
    name: `pods of one ${by}`,
    hasOneReader: true,
    run: (db, key) => db.get(grouped, undefined).get(key) ?? [],
    same: sameItems,
  };
  const keys: PodGroups['keys'] = {
    name: `each ${by} of pods`,
    run: (db) => [...db.get(grouped, undefined).keys()],
    same: sameItems,
  };
  return {
    keys,
    groups: {
      name: `pods by ${by}`,
      run: (db) => new Map(db.get(keys, undefined).map((key) => [key, db.get(group, key)])),
      same: hasSameContent,
    },
  };
}

/** All pods by namespace, and the names of namespaces with pods. */
export const { groups: podsByNamespace, keys: namespacesOfPods } = createPodGroups(
  'namespace',
  ({ pods, planned }) => joinPods(pods, planned),
  ({ namespace }) => namespace,
);

/** Existing pods by node. */
export const { groups: podsByNode } = createPodGroups(
  'node',
  ({ pods }) => pods,
  ({ nodeName }) => nodeName,
);

/** Returns existing and planned pods in order of their names. */
function joinPods(pods: readonly Pod[], planned: readonly Pod[]): readonly Pod[] {
  if (planned.length === 0) return pods;
  return [...pods, ...planned].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
