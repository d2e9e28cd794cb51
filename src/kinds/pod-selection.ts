import type { PodSelection } from '../model/intent/policy.js';
import type { Memo } from '../model/memo.js';
import type { Cluster } from '../model/cluster.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import { type PodQuery, indexPods } from '../selectors/pods.js';
import {
  type LabelSelector,
  type SelectorProblem,
  type ValuesText,
  compileSelector,
  isSelectorProblem,
} from '../selectors/selector.js';

/**
 * Finds the pods of a query, together with the query as in the input. Equal queries get the same object. With
 * `byNamespace`, the address sets of the namespaces represent the pods.
 */
export type SelectPods = (query: PodQuery, byNamespace?: boolean) => PodSelection;

/** Returns a function that finds pods that have not ended. */
export function createPodSelection({ namespaces, podsByNamespace }: Cluster, memo: Memo): SelectPods {
  const { find, listsOf, namesOf } = indexPods(namespaces, podsByNamespace);
  const known = new Map<string, PodSelection>();
  return (query, byNamespace = false) => {
    const { namespaces: where, pods, withHostNetwork } = query;
    const written = typeof where === 'string' ? where : where.written;
    const key = JSON.stringify([written, pods?.written, withHostNetwork, byNamespace]);
    let selection = known.get(key);
    if (!selection) {
      const names = byNamespace ? namesOf(where) : [];
      selection = memo('pod selection', key, [...listsOf(where), ...names], () => ({
        namespaces: written,
        ...(pods && { podSelector: pods.written }),
        pods: find(query),
        ...(byNamespace && { inNamespaces: names }),
      }));
      known.set(key, selection);
    }
    return selection;
  };
}

/** Compiles selectors, each text once. Policies often share them. */
export function createSelectorCompiler(
  valuesText?: ValuesText,
): (written: LabelSelector) => WrittenSelector | SelectorProblem {
  const known = new Map<string, WrittenSelector | SelectorProblem>();
  return (written) => {
    const key = JSON.stringify(written);
    let result = known.get(key);
    if (!result) {
      const compiled = compileSelector(written, valuesText);
      known.set(key, (result = isSelectorProblem(compiled) ? compiled : { written, compiled }));
    }
    return result;
  };
}
