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

/** The workloads and pods of a model, by name: one end for all pods of a workload where no rule tells them apart. */
export function collectEnds({ classOf, viewOf }: PolicyModel): PodEnd[] {
  const groups = groupBy([...classOf.keys()], nameOfEnd);
  const ends = [...groups].flatMap(([name, pods]): PodEnd[] => {
    const isOne = new Set(pods.map((pod) => classOf.get(pod))).size === 1;
    const first = pods.slice(0, 1).map((pod) => toEnd(name, pod, pods, viewOf));
    return isOne ? first : first.flatMap((end) => splitEnd(end, viewOf));
  });
  return ends.sort((a, b) => compareText(a.name, b.name));
}

/** Each pod of a workload by itself. */
export function splitEnd({ pods }: PodEnd, viewOf: PolicyModel['viewOf']): PodEnd[] {
  return pods.map((pod) => toEnd(nameOfPod(pod), pod, [pod], viewOf));
}

/** The end of pods that are all treated as one of them is. */
export function toEnd(name: string, pod: Pod, pods: readonly Pod[], viewOf: PolicyModel['viewOf']): PodEnd {
  return { name, namespace: pod.namespace, podClass: viewOf(pod), pods };
}

/** What the end of a pod is called where no rule tells the pods of its workload apart. */
export function nameOfEnd(pod: Pod): string {
  const { namespace, workload } = pod;
  return workload ? `${namespace}/${workload.name}[${workload.kind}]` : nameOfPod(pod);
}

/** A pod that is not there yet is called as its workload. */
function nameOfPod({ namespace, name, isPlanned }: Pod): string {
  return `${namespace}/${name}${isPlanned ? '' : '[Pod]'}`;
}
