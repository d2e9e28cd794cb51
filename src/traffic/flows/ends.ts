import type { Pod } from '../../model/cluster.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import type { PodClass, PolicyModel } from '../policies/model.js';

/** A workload whose pods are all treated alike, or one pod. */
export interface PodEnd {
  /** `shop/web[Deployment]`, `shop/web-0[Pod]`. */
  readonly name: string;
  readonly namespace: string;
  readonly podClass: PodClass;
  readonly pods: readonly Pod[];
}

/**
 * Returns the workloads and pods of a model, by name: one peer for all pods of a workload if rules treat them alike.
 */
export function collectEnds({ classOf, viewOf }: PolicyModel): PodEnd[] {
  const groups = groupBy([...classOf.keys()], nameOfEnd);
  const ends = [...groups].flatMap(([name, pods]): PodEnd[] => {
    const isOne = new Set(pods.map((pod) => classOf.get(pod))).size === 1;
    const first = pods.slice(0, 1).map((pod) => toEnd(name, pod, pods, viewOf));
    return isOne ? first : first.flatMap((end) => splitEnd(end, viewOf));
  });
  return ends.sort((a, b) => compareText(a.name, b.name));
}

/** Returns a peer for each pod of a workload. */
export function splitEnd({ pods }: PodEnd, viewOf: PolicyModel['viewOf']): PodEnd[] {
  return pods.map((pod) => toEnd(nameOfPod(pod), pod, [pod], viewOf));
}

/** Returns the peer of pods that are all treated alike. */
export function toEnd(name: string, pod: Pod, pods: readonly Pod[], viewOf: PolicyModel['viewOf']): PodEnd {
  return { name, namespace: pod.namespace, podClass: viewOf(pod), pods };
}

/** Returns the name of a pod's peer if rules treat the pods of its workload alike. */
export function nameOfEnd(pod: Pod): string {
  const { namespace, workload } = pod;
  return workload ? `${namespace}/${workload.name}[${workload.kind}]` : nameOfPod(pod);
}

/** Returns the name of a pod. A planned pod has the name of its workload. */
function nameOfPod({ namespace, name, isPlanned }: Pod): string {
  return `${namespace}/${name}${isPlanned ? '' : '[Pod]'}`;
}
