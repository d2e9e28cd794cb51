import type { Labels, Pod } from '../../model/cluster.js';
import type { ManifestLocation, Origin } from '../../model/manifest.js';
import type { ReferenceTarget } from './references.js';
import type { Known } from './session.js';

/** A target with the location of its name. If unset, other objects only contain the target. */
export interface Defined extends ReferenceTarget {
  readonly defined?: ManifestLocation;
}

/** Kinds of objects of the cluster, with their known labels. */
const OF_CLUSTER = ['Node', 'Namespace', 'Pod'];
const NO_LABELS: Labels = {};

/**
 * Yields all possible targets of references: nodes, namespaces and pods of the cluster, then objects of all other
 * kinds.
 */
export function* listEditorTargets({ prepared, found }: Known): Iterable<Defined> {
  const { nodes, namespaces, podsByNamespace } = prepared.context.cluster;
  const outside = { namespace: '', namespaceLabels: NO_LABELS };
  for (const { name, labels, manifest } of nodes) {
    yield { ...outside, kind: 'Node', name, labels, defined: nameOf(manifest.origin) };
  }
  for (const { name, labels, manifest } of namespaces.values()) {
    const defined = manifest ? { defined: nameOf(manifest.origin) } : {};
    yield { ...outside, kind: 'Namespace', name, labels, ...defined };
  }
  for (const [namespace, pods] of podsByNamespace) {
    const namespaceLabels = namespaces.get(namespace)?.labels ?? NO_LABELS;
    for (const pod of pods) if (!pod.completed) yield targetOf(pod, namespaceLabels);
  }
  for (const { kind, namespace, name, origin } of [...found.compiled, ...found.inventory]) {
    if (OF_CLUSTER.includes(kind)) continue;
    yield { kind, namespace, name, labels: NO_LABELS, namespaceLabels: NO_LABELS, defined: nameOf(origin) };
  }
}

function targetOf({ namespace, name, labels, origin, isPlanned, workload }: Pod, namespaceLabels: Labels): Defined {
  const madeBy = isPlanned && workload ? { madeBy: workload } : {};
  return { kind: 'Pod', namespace, name, labels, namespaceLabels, ...madeBy, defined: nameOf(origin) };
}

function nameOf(origin: Origin): ManifestLocation {
  return { origin, pointer: '/metadata/name' };
}
