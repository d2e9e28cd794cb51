import type { Pod, Workload } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { type JsonObject, asObject, asList, asString } from '../../std/json.js';

/**
 * Label that distinguishes the ReplicaSets of a Deployment and their pods. The name of a ReplicaSet ends in its value.
 */
const TEMPLATE_HASH = 'pod-template-hash';

/**
 * Returns the controller among the owners of a pod or a workload, or undefined without one. An owner without a kind,
 * which an API server rejects, is named as netpol-analyzer does: `[Pod]`.
 */
export function workloadOf(metadata: JsonObject): Workload | undefined {
  const references = asList(metadata.ownerReferences).map((one) => asObject(one) ?? {});
  const controller = references.find((one) => one.controller === true);
  const name = asString(controller?.name);
  return name === undefined ? undefined : { kind: asString(controller?.kind) ?? 'Pod', name };
}

/**
 * Returns the owner of a pod's owner, or undefined if it has none. It follows from the names that controllers assign:
 * the Deployment of a ReplicaSet, and the VirtualMachine of a VirtualMachineInstance.
 */
export function outerOwnerOf({ workload, labels }: Pick<Pod, 'workload' | 'labels'>): Workload | undefined {
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

/** Returns the unique identity of a workload: `<namespace>/<name>[<kind>]`. */
export function idOfWorkload(namespace: string, { kind, name }: Workload): string {
  return `${namespace}/${nameOfPlanned({ kind, name })}`;
}

/** Returns the name of a planned pod. */
export function nameOfPlanned({ kind, name }: Workload): string {
  return `${name}[${kind}]`;
}

/** Returns true if a pod has all labels of another. A selector by labels that matches the other may then match both. */
export function hasLabelsOf(pod: Pod, { labels }: Pod): boolean {
  return Object.entries(labels).every(([key, value]) => pod.labels[key] === value);
}
