import type { Pod, Workload } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { asObject } from '../../std/json.js';
import { readPod } from './pod.js';
import { outerOwnerOf, hasLabelsOf, idOfWorkload, nameOfPlanned, workloadOf, templateOf } from './workload.js';

/** Namespace of an object that sets none, which is the default of `kubectl`. */
export const DEFAULT_NAMESPACE = 'default';

/**
 * Plans a pod for each workload without a pod that has the labels of its template. The planned pod stands for those
 * that the workload will create. A workload that another of them owns plans none. `pods` are the existing ones, and are
 * returned with the outermost known workload.
 */
export function planPods(
  workloads: readonly Manifest[],
  pods: readonly Pod[],
  report: Reporter,
): { readonly pods: readonly Pod[]; readonly planned: readonly Pod[] } {
  if (workloads.length === 0) return { pods, planned: [] };
  const own = workloads.map((manifest): Manifest =>
    manifest.namespace === '' ? { ...manifest, namespace: DEFAULT_NAMESPACE } : manifest,
  );
  const owners = new Map<string, Workload>();
  for (const manifest of own) {
    const owner = workloadOf(asObject(manifest.object.metadata) ?? {});
    if (owner) owners.set(idOfWorkload(manifest.namespace, manifest), owner);
  }
  const known = new Set(own.map((manifest) => idOfWorkload(manifest.namespace, manifest)));
  const there = pods.map((pod) => {
    const owner = outerOwnerOf(pod);
    const isKnown = owner && known.has(idOfWorkload(pod.namespace, owner));
    const outer = isKnown ? owner : pod.workload && owners.get(idOfWorkload(pod.namespace, pod.workload));
    return outer ? { ...pod, workload: outer } : pod;
  });
  const made = groupBy(
    there.filter(({ completed, workload }) => workload !== undefined && !completed),
    ({ namespace, workload = { kind: '', name: '' } }) => idOfWorkload(namespace, workload),
  );
  const planned = own
    .filter((manifest) => !owners.has(idOfWorkload(manifest.namespace, manifest)))
    .map((manifest) => planPod(manifest, report))
    .filter((pod) => !(made.get(`${pod.namespace}/${pod.name}`) ?? []).some((other) => hasLabelsOf(other, pod)));
  return { pods: there, planned };
}

/** Returns the pod that a workload will create. */
function planPod(manifest: Manifest, report: Reporter): Pod {
  const { kind, namespace, name, origin } = manifest;
  const { template, pointer } = templateOf(manifest);
  const object = { metadata: template.metadata ?? {}, spec: template.spec ?? {} };
  const pod = readPod({ ...manifest, object, origin: { ...origin, pointer: origin.pointer + pointer } }, report);
  const workload = { kind, name };
  return { ...pod, namespace, name: nameOfPlanned(workload), workload, isPlanned: true, nodeName: '', origin };
}
