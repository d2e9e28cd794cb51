import type { Cluster, Pod } from '../../model/cluster.js';
import type { ErrorForms } from '../../model/release.js';
import { indexPods } from '../../selectors/pods.js';
import type { SelectorProblem } from '../../selectors/selector.js';
import { createSelectorCompiler } from '../shared/pod-selection.js';
import type { DynamicHop } from './policy.js';

/** The pods of a hop, in byte order of namespace and name, or which of its selectors is invalid. */
export type Candidates =
  | { readonly pods: readonly Pod[] }
  | { readonly field: 'namespaceSelector' | 'podSelector'; readonly problem: SelectorProblem };

export type FindCandidates = (hop: DynamicHop) => Candidates;

/** Returns a function that gives the pods of a hop, also those that have ended: for equal selectors the same object. */
export function createCandidateSearch(
  { namespaces, podsByNamespace }: Cluster,
  { valuesText }: ErrorForms,
): FindCandidates {
  const { find: findPods } = indexPods(namespaces, podsByNamespace);
  const compile = createSelectorCompiler(valuesText);
  const find = ({ namespaceSelector, podSelector }: DynamicHop): Candidates => {
    const where = compile(namespaceSelector);
    if ('text' in where) return { field: 'namespaceSelector', problem: where };
    const pods = compile(podSelector);
    if ('text' in pods) return { field: 'podSelector', problem: pods };
    return { pods: findPods({ namespaces: where, pods, withHostNetwork: true, withCompleted: true }) };
  };
  const known = new Map<string, Candidates>();
  return (hop) => {
    const key = JSON.stringify([hop.namespaceSelector, hop.podSelector]);
    const found = known.get(key) ?? find(hop);
    known.set(key, found);
    return found;
  };
}
