import { idOfWorkload, nameOfPlanned, outerOwnerOf } from '../compile/3-index/workload.js';
import type { Cluster, Pod, Workload } from '../model/cluster.js';
import { isPassingLabel } from '../model/passing-labels.js';
import { groupBy } from '../std/group-by.js';
import type { Both } from '../traffic/side.js';

/** Returns the name of a pod in its namespace that all replicas with its labels share, such as `web[Deployment]`. */
export type NamePod = (pod: Pod) => string;

/**
 * Creates a function that names the pods of both clusters by their workloads. If the pods of a workload have different
 * labels in one of the clusters, these follow: `web[Deployment] (track=canary)`. A pod without a workload has its own
 * name.
 */
export function createPodNames({ before, after }: Both<Cluster>): NamePod {
  const varying = collectVaryingLabels([listOwned(before), listOwned(after)]);
  return (pod) => {
    const owner = ownerOf(pod);
    if (!owner) return pod.name;
    const name = nameOfPlanned(owner);
    const keys = varying.get(idOfWorkload(pod.namespace, owner)) ?? [];
    return keys.length === 0 ? name : `${name} (${keys.map((key) => labelText(pod, key)).join(', ')})`;
  };
}

function labelText({ labels }: Pod, key: string): string {
  const value = labels[key];
  return value === undefined ? `no ${key}` : `${key}=${value}`;
}

function listOwned({ podsByNamespace }: Cluster): Pod[] {
  return [...podsByNamespace.values()].flat().filter((pod) => ownerOf(pod) && !pod.completed);
}

/** Returns the outermost workload of a pod, as far as its own fields tell. */
function ownerOf(pod: Pod): Workload | undefined {
  return outerOwnerOf(pod) ?? pod.workload;
}

function idOf(pod: Pod): string {
  const owner = ownerOf(pod);
  return owner ? idOfWorkload(pod.namespace, owner) : '';
}

/** Returns the keys of the labels whose values differ among the pods of a workload in one cluster, sorted. */
function collectVaryingLabels(clusters: readonly (readonly Pod[])[]): ReadonlyMap<string, readonly string[]> {
  const varying = new Map<string, readonly string[]>();
  for (const pods of clusters) {
    for (const [workload, own] of groupBy(pods, idOf)) {
      const keys = new Set(own.flatMap(({ labels }) => Object.keys(labels).filter((key) => !isPassingLabel(key))));
      const different = [...keys].filter((key) => new Set(own.map(({ labels }) => labels[key])).size > 1);
      varying.set(workload, [...new Set([...(varying.get(workload) ?? []), ...different])].sort());
    }
  }
  return varying;
}
