import type { Db, Query } from '../../engine/query.js';
import { listValues } from '../../engine/record-fields.js';
import type { Pod } from '../../model/cluster.js';
import type { PodSelection } from '../../model/intent/policy.js';
import { indexByLabels } from '../../selectors/label-index.js';
import { type WrittenSelector, compileChecked, indexNamespaces } from '../../selectors/namespaces.js';
import { type PodQuery, byName, isAskedFor, searchPods } from '../../selectors/pods.js';
import {
  type LabelSelector,
  type SelectorProblem,
  type ValuesText,
  compileSelector,
  isSelectorProblem,
} from '../../selectors/selector.js';
import { sameItems } from '../../std/same-items.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';

/**
 * Finds the pods of a query, together with the query as in the input. Equal queries get the same object. With
 * `byNamespace`, the address sets of the namespaces represent the pods.
 */
export type SelectPods = (query: PodQuery, byNamespace?: boolean) => PodSelection;

/** Returns a function that finds pods that have not ended. */
export function createPodSelection({ db }: ResolveContext): SelectPods {
  return ({ namespaces, pods, withHostNetwork }, byNamespace = false) => {
    const where = typeof namespaces === 'string' ? namespaces : JSON.stringify(namespaces.written);
    const which = pods ? JSON.stringify(pods.written) : '';
    return db.get(podSelection, [where, which, withHostNetwork ? 1 : 0, byNamespace ? 1 : 0].join('\n'));
  };
}

const podSelection: Query<string, PodSelection> = {
  name: 'pod selection',
  run: (db, key) => {
    // The name of a namespace has no brace, and JSON no line break.
    const [where = '', which = '', withHosts, asNamespaces] = key.split('\n');
    const [withHostNetwork, byNamespace] = [withHosts === '1', asNamespaces === '1'];
    const selector = which === '' ? undefined : db.get(compiledSelector, which);
    const names = where.startsWith('{') ? db.get(selectedNamespaces, where) : [where];
    const asked = { ...(selector && { pods: selector }), withHostNetwork };
    const isWanted = (pod: Pod): boolean => isAskedFor(pod, asked);
    return {
      namespaces: where.startsWith('{') ? db.get(compiledSelector, where).written : where,
      ...(selector && { podSelector: selector.written }),
      pods: findPods(db, names, selector, isWanted),
      ...(byNamespace && { inNamespaces: names }),
    };
  },
  same: (a, b) => sameItems(a.pods, b.pods) && sameItems(a.inNamespaces ?? [], b.inNamespaces ?? []),
};

/** Maximum number of namespaces whose pods are searched one by one, if the pods have a required label. */
const MAX_SEARCHED = 16;

/** Returns the pods of namespaces, in byte order of namespace and name. */
function findPods(
  db: Db,
  names: readonly string[],
  selector: WrittenSelector | undefined,
  isWanted: (pod: Pod) => boolean,
): readonly Pod[] {
  if (selector && names.length > MAX_SEARCHED) {
    const labelled = db.get(podsWithLabels, JSON.stringify(selector.written));
    if (labelled) {
      const chosen = new Set(names);
      return labelled.filter((pod) => chosen.has(pod.namespace) && isWanted(pod)).sort(byName);
    }
  }
  const { podsByNamespace } = contextOf(db).cluster;
  return names.flatMap((name) =>
    searchPods(podsByNamespace.get(name) ?? [], selector, isWanted, () => db.get(podIndexOfNamespace, name)),
  );
}

type FindByLabels = ReturnType<typeof indexByLabels<Pod>>;

const podIndexOfNamespace: Query<string, FindByLabels> = {
  name: 'labels of the pods of a namespace',
  run: (db, name) => indexByLabels(contextOf(db).cluster.podsByNamespace.get(name) ?? []),
};

const podIndex: Query<undefined, { readonly all: readonly Pod[]; readonly find: FindByLabels }> = {
  name: 'labels of all pods',
  run: (db) => {
    const all = listValues(contextOf(db).cluster.podsByNamespace).flat();
    return { all, find: indexByLabels(all) };
  },
};

/** The pods that a selector can match, with others, in no order. Undefined if these may be all. */
const podsWithLabels: Query<string, readonly Pod[] | undefined> = {
  name: 'pods with labels',
  run: (db, key) => {
    const { all, find } = db.get(podIndex, undefined);
    // Its keys are written selectors.
    const found = find(JSON.parse(key) as LabelSelector);
    return found === all ? undefined : found;
  },
  same: (a, b) => a !== undefined && b !== undefined && sameItems(a, b),
};

const namespaceIndex: Query<undefined, ReturnType<typeof indexNamespaces>> = {
  name: 'labels of namespaces',
  run: (db) => indexNamespaces(listValues(contextOf(db).cluster.namespaces)),
};

/** The names of the namespaces that a selector matches, in byte order. */
export const selectedNamespaces: Query<string, readonly string[]> = {
  name: 'selected namespaces',
  run: (db, key) => {
    const find = db.get(namespaceIndex, undefined);
    return find(db.get(compiledSelector, key)).map(({ name }) => name);
  },
  same: sameItems,
};

/** A selector by its text. */
export const compiledSelector: Query<string, WrittenSelector> = {
  name: 'selector',
  // Its keys are written selectors.
  run: (_, key) => compileChecked(JSON.parse(key) as LabelSelector),
};

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
