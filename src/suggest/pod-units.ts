import type { Labels, Pod } from '../model/cluster.js';
import { groupBy } from '../std/group-by.js';
import { lastingLabels, nameByLabels } from './lasting-labels.js';

/** Pods of a namespace that no selector of lasting labels can tell apart. */
export interface PodUnit {
  /** Position in the list of all units. */
  readonly number: number;
  readonly namespace: string;
  /** Lasting labels. */
  readonly labels: Labels;
  /** Contains at least one. */
  readonly pods: readonly Pod[];
  /** Kinds and names of their workloads, or the name of a pod without one. Units with one key are one workload. */
  readonly workload: string;
  /** Name of the workload, for policies. */
  readonly name: string;
  /** True if it is one pod that no controller multiplies, so that packets within the unit need no rule. */
  readonly isSingle: boolean;
}

/** All units of a cluster. */
export interface PodUnits {
  readonly all: readonly PodUnit[];
  readonly ofPod: ReadonlyMap<Pod, PodUnit>;
  readonly byNamespace: ReadonlyMap<string, readonly PodUnit[]>;
}

/** Sorts pods of the pod network into units, in the order of the pods. */
export function collectPodUnits(pods: Iterable<Pod>): PodUnits {
  const groups = groupBy([...pods], ({ namespace, labels }) => JSON.stringify([namespace, lastingLabels(labels)]));
  const all = [...groups.values()].map(toUnit);
  const ofPod = new Map(all.flatMap((unit) => unit.pods.map((pod) => [pod, unit] as const)));
  return { all, ofPod, byNamespace: groupBy(all, ({ namespace }) => namespace) };
}

function toUnit(pods: readonly Pod[], number: number): PodUnit {
  const [first] = pods;
  const { namespace = '', labels = {} } = first ?? {};
  const names = pods.map(({ workload, name }) => workload?.name ?? nameByLabels(labels) ?? name).sort();
  return {
    number,
    namespace,
    labels: lastingLabels(labels),
    pods,
    workload: [...new Set(pods.map(({ workload, name }) => (workload ? `${workload.kind}/${workload.name}` : name)))]
      .sort()
      .join(),
    name: names[0] ?? '',
    isSingle: pods.length === 1 && !first?.workload,
  };
}
