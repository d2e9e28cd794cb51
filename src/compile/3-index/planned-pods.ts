import type { Pod, Workload } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { asObject } from '../../std/json.js';
import { readPod } from './pod.js';
import { outerOwnerOf, hasLabelsOf, idOfWorkload, nameOfPlanned, workloadOf, templateOf } from './workload.js';

/** The namespace of an object that names none, as `kubectl` has it where nothing else is said. */
export const DEFAULT_NAMESPACE = 'default';

/**
 * Makes a pod for each workload that has none with the labels of its template: it stands for those that the workload will
 * make. A workload that another of them owns makes no pods of its own. `pods` are those that are there; their workload is
 * the outermost that is known.
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

/** Returns the pod that a workload will make. */
function planPod(manifest: Manifest, report: Reporter): Pod {
  const { kind, namespace, name, origin } = manifest;
  const { template, pointer } = templateOf(manifest);
  const object = { metadata: template.metadata ?? {}, spec: template.spec ?? {} };
  const pod = readPod({ ...manifest, object, origin: { ...origin, pointer: origin.pointer + pointer } }, report);
  const workload = { kind, name };
  return { ...pod, namespace, name: nameOfPlanned(workload), workload, isPlanned: true, nodeName: '', origin };
}
