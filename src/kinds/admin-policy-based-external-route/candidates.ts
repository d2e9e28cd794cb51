import type { Cluster, Pod } from '../../model/cluster.js';
import { indexByLabels } from '../../selectors/label-index.js';
import { type Selector, type SelectorProblem, compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import type { FindNamespaces, FoundNamespaces } from './namespaces.js';
import type { DynamicHop } from './policy.js';

/** The pods of a hop, in byte order of namespace and name, or which of its selectors is none. */
export type Candidates =
  | { readonly pods: readonly Pod[] }
  | { readonly field: 'namespaceSelector' | 'podSelector'; readonly problem: SelectorProblem };

export type FindCandidates = (hop: DynamicHop) => Candidates;

/**
 * Returns a function that gives the pods of a hop: for equal selectors the same object, and looking only at those that have
 * a label that is asked for, so that many policies do not each look at all pods.
 */
export function createCandidateSearch(cluster: Cluster, findNamespaces: FindNamespaces): FindCandidates {
  const all = [...cluster.namespaces.keys()].flatMap((name) => cluster.podsByNamespace.get(name) ?? []);
  // Most clusters have no gateway pod, and need no index.
  let withLabels: ReturnType<typeof indexByLabels<Pod>> | undefined;
  const podsIn = createPodLists(cluster);
  const find = (namespaces: FoundNamespaces, hop: DynamicHop, selector: Selector): readonly Pod[] => {
    const there = podsIn(namespaces);
    withLabels ??= indexByLabels(all);
    const labelled = withLabels(hop.podSelector);
    if (labelled.length >= there.pods.length) return there.pods.filter(({ labels }) => selector.matches(labels));
    return labelled
      .filter(({ namespace, labels }) => there.names.has(namespace) && selector.matches(labels))
      .sort(byName);
  };
  const known = new Map<string, Candidates>();
  return (hop) => {
    const key = JSON.stringify([hop.namespaceSelector, hop.podSelector]);
    let found = known.get(key);
    if (!found) {
      const namespaces = findNamespaces(hop.namespaceSelector);
      const selector = compileSelector(hop.podSelector);
      if ('text' in namespaces) found = { field: 'namespaceSelector', problem: namespaces };
      else if (isSelectorProblem(selector)) found = { field: 'podSelector', problem: selector };
      else found = { pods: find(namespaces, hop, selector) };
      known.set(key, found);
    }
    return found;
  };
}

interface PodList {
  readonly names: ReadonlySet<string>;
  readonly pods: readonly Pod[];
}

/** Namespaces that were found → their pods. */
function createPodLists({ podsByNamespace }: Cluster): (namespaces: FoundNamespaces) => PodList {
  const known = new Map<FoundNamespaces, PodList>();
  return (namespaces) => {
    let list = known.get(namespaces);
    if (!list) {
      const pods = namespaces.names.flatMap((name) => podsByNamespace.get(name) ?? []);
      list = { names: new Set(namespaces.names), pods };
      known.set(namespaces, list);
    }
    return list;
  };
}

/** Orders pods by namespace and name. */
export function byName(a: Pod, b: Pod): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
