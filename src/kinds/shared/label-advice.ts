import type { Cluster, Pod } from '../../model/cluster.js';
import type { LabelSelector } from '../../model/label-selector.js';
import { adviseOnLabels } from '../../selectors/near-labels.js';
import { listValues } from '../../engine/record-fields.js';
import { memoizeWeak } from '../../std/memoize.js';
import { suggestionText } from '../../std/suggest.js';

/** Selectors of pods. If `namespaceSelector` is unset, those of the namespace `own`, or of all if that is unset, too. */
export interface PodSelectors {
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly podSelector?: LabelSelector | undefined;
}

const joinPods = memoizeWeak((lists: readonly (readonly Pod[])[]): readonly Pod[] => lists.flat());

/** Returns what may be meant by a selector that selects no namespace. */
export function adviseOnNamespaces(selector: LabelSelector, { namespaces }: Cluster): string | undefined {
  return adviseOnLabels(selector, listValues(namespaces), 'namespace');
}

/** Returns what may be meant by selectors that select no pod. */
export function adviseOnPods(
  { namespaceSelector, podSelector = {} }: PodSelectors,
  own: string | undefined,
  cluster: Cluster,
): string | undefined {
  const ofNamespaces = namespaceSelector && adviseOnNamespaces(namespaceSelector, cluster);
  if (ofNamespaces !== undefined) return ofNamespaces;
  if (namespaceSelector || own === undefined)
    return adviseOnLabels(podSelector, joinPods(listValues(cluster.podsByNamespace)), 'pod');
  const pods = cluster.podsByNamespace.get(own);
  return pods ? adviseOnLabels(podSelector, pods, `pod of ${own}`) : adviseOnNamespace(own, cluster);
}

/** Returns what may be meant by the name of a namespace that has no pod. */
export function adviseOnNamespace(name: string, { namespaces }: Cluster): string | undefined {
  if (namespaces.get(name)?.manifest) return undefined;
  const known = listValues(namespaces).flatMap((one) => (one.manifest ? [one.name] : []));
  return `the inventory has no namespace ${name}${suggestionText(name, known)}`;
}

/** Returns what may be meant by a selector that selects no node. */
export function adviseOnNodes(selector: LabelSelector, { nodes }: Cluster): string | undefined {
  return adviseOnLabels(selector, nodes, 'node');
}
