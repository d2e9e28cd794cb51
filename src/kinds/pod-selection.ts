import type { PodSelection } from '../model/intent/policy.js';
import type { Cluster } from '../model/cluster.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import { type PodQuery, indexPods } from '../selectors/pods.js';
import { type LabelSelector, type SelectorProblem, compileSelector, isSelectorProblem } from '../selectors/selector.js';

/** Finds the pods of a query, with what it asks for as it is written. */
export type SelectPods = (query: PodQuery) => PodSelection;

/** Returns a function that finds pods that have not ended; equal queries get the same pods. */
export function createPodSelection({ namespaces, podsByNamespace }: Cluster): SelectPods {
  const findPods = indexPods(namespaces, podsByNamespace);
  return (query) => ({
    namespaces: typeof query.namespaces === 'string' ? query.namespaces : query.namespaces.written,
    ...(query.pods ? { podSelector: query.pods.written } : {}),
    pods: findPods(query),
  });
}

/** Compiles selectors, each text once. Policies often share them. */
export function createSelectorCompiler(): (written: LabelSelector) => WrittenSelector | SelectorProblem {
  const known = new Map<string, WrittenSelector | SelectorProblem>();
  return (written) => {
    const key = JSON.stringify(written);
    let result = known.get(key);
    if (!result) {
      const compiled = compileSelector(written);
      known.set(key, (result = isSelectorProblem(compiled) ? compiled : { written, compiled }));
    }
    return result;
  };
}
