import type { Pod, Workload } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { type JsonObject, asObject, asList, asString } from '../../std/json.js';

/** The label by which a Deployment tells its ReplicaSets and their pods apart; the name of a ReplicaSet ends in its value. */
const TEMPLATE_HASH = 'pod-template-hash';

/**
 * What owns a pod or a workload: the controller among its owners. Undefined if nothing does. An owner whose kind nobody
 * wrote, which an API server refuses, is called as netpol-analyzer calls it: `[Pod]`.
 */
export function workloadOf(metadata: JsonObject): Workload | undefined {
  const references = asList(metadata.ownerReferences).map((one) => asObject(one) ?? {});
  const controller = references.find((one) => one.controller === true);
  const name = asString(controller?.name);
  return name === undefined ? undefined : { kind: asString(controller?.kind) ?? 'Pod', name };
}

/**
 * What owns the owner of a pod, if there is such a thing, by the names that controllers give: the Deployment of a ReplicaSet,
 * and the VirtualMachine of a VirtualMachineInstance.
 */
export function outerOwnerOf({ workload, labels }: Pod): Workload | undefined {
  if (workload?.kind === 'VirtualMachineInstance') return { kind: 'VirtualMachine', name: workload.name };
  const suffix = `-${labels[TEMPLATE_HASH] ?? ''}`;
  if (workload?.kind !== 'ReplicaSet' || suffix.length === 1 || !workload.name.endsWith(suffix)) return undefined;
  return { kind: 'Deployment', name: workload.name.slice(0, -suffix.length) };
}

/** Returns the template of a workload's pods, and the pointer to it. */
export function templateOf({ kind, object }: Manifest): { readonly template: JsonObject; readonly pointer: string } {
  const spec = asObject(object.spec) ?? {};
  if (kind !== 'CronJob') return { template: asObject(spec.template) ?? {}, pointer: '/spec/template' };
  const job = asObject(asObject(spec.jobTemplate)?.spec) ?? {};
  return { template: asObject(job.template) ?? {}, pointer: '/spec/jobTemplate/spec/template' };
}

/** `<namespace>/<name>[<kind>]`: names a workload among all. */
export function idOfWorkload(namespace: string, { kind, name }: Workload): string {
  return `${namespace}/${nameOfPlanned({ kind, name })}`;
}

/** What a pod is called that is not there yet. */
export function nameOfPlanned({ kind, name }: Workload): string {
  return `${name}[${kind}]`;
}

/**
 * Returns true if a pod has all labels of another, so that every selector of its labels alone that picks one may pick
 * both.
 */
export function hasLabelsOf(pod: Pod, { labels }: Pod): boolean {
  return Object.entries(labels).every(([key, value]) => pod.labels[key] === value);
}
