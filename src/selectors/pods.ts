import type { Namespace, Pod } from '../model/cluster.js';
import { compareText } from '../std/compare-text.js';
import { memoize } from '../std/memoize.js';
import { indexByLabels } from './label-index.js';
import { type WrittenSelector, indexNamespaces } from './namespaces.js';
import type { LabelSelector } from './selector.js';

/** Query for pods. */
export interface PodQuery {
  /** A namespace's name, or a selector of namespaces. */
  readonly namespaces: string | WrittenSelector;
  /** If unset, all pods of the namespaces. */
  readonly pods?: WrittenSelector;
  /** True if pods on the network of their host are included. */
  readonly withHostNetwork: boolean;
  /** True if completed pods are included. If unset, they are not. */
  readonly withCompleted?: boolean;
}

/** Finds pods, in byte order of namespace and name. */
export type FindPods = (query: PodQuery) => readonly Pod[];

/** Pods that can be asked for. */
export interface PodIndex {
  readonly find: FindPods;
}

/**
 * Indexes pods for queries. A query reads only the pods of its namespaces, or those with one of its required labels,
 * whichever are fewer. Both maps are in byte order of the names.
 */
export function indexPods(
  namespaces: ReadonlyMap<string, Namespace>,
  podsByNamespace: ReadonlyMap<string, readonly Pod[]>,
): PodIndex {
  const findNamespaces = indexNamespaces([...namespaces.values()]);
  let withLabels: ReturnType<typeof indexByLabels<Pod>> | undefined;
  const all = (): Pod[] => [...namespaces.keys()].flatMap((name) => podsByNamespace.get(name) ?? []);
  const listOf = (name: string): readonly Pod[] => podsByNamespace.get(name) ?? NO_PODS;
  const indexOf = memoize((name: string) => indexByLabels(listOf(name)));
  const find: FindPods = (query) => {
    const { namespaces: where, pods } = query;
    const isWanted = (pod: Pod): boolean => isAskedFor(pod, query);
    if (typeof where === 'string') return searchPods(listOf(where), pods, isWanted, () => indexOf(where));
    const lists = findNamespaces(where).map(({ name }) => listOf(name));
    const there = lists.reduce((sum, { length }) => sum + length, 0);
    withLabels ??= indexByLabels(all());
    const labelled = withLabels(pods?.written ?? {});
    if (labelled.length >= there) return lists.flatMap((list) => list.filter(isWanted));
    const chosen = new Set(findNamespaces(where).map(({ name }) => name));
    return labelled.filter((pod) => chosen.has(pod.namespace) && isWanted(pod)).sort(byName);
  };
  return { find };
}

/** Returns true for a pod that a query asks for, apart from its namespaces. */
export function isAskedFor(
  pod: Pod,
  { pods, withHostNetwork, withCompleted = false }: Omit<PodQuery, 'namespaces'>,
): boolean {
  return (
    (withCompleted || !pod.completed) &&
    (withHostNetwork || !pod.hostNetwork) &&
    (pods?.compiled.matches(pod.labels) ?? true)
  );
}

/** Returns the wanted pods of one namespace, in their order. Uses the labels that `indexOf` has if there are many. */
export function searchPods(
  list: readonly Pod[],
  selector: WrittenSelector | undefined,
  isWanted: (pod: Pod) => boolean,
  indexOf: () => (selector: LabelSelector) => readonly Pod[],
): readonly Pod[] {
  if (!selector || list.length < MIN_INDEXED) return list.filter(isWanted);
  const labelled = indexOf()(selector.written);
  return labelled.length < list.length ? labelled.filter(isWanted).sort(byName) : list.filter(isWanted);
}

const NO_PODS: readonly Pod[] = [];
/** Minimum number of pods of a namespace that are indexed. Fewer are searched one by one. */
const MIN_INDEXED = 64;

/** Orders pods by namespace and name. */
export function byName(a: Pod, b: Pod): number {
  return compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}
