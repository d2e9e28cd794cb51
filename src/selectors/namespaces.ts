import type { Namespace } from '../model/cluster.js';
import type { LabelSelector, Selector } from './selector.js';

/** A selector as written, and compiled. */
export interface WrittenSelector {
  readonly written: LabelSelector;
  readonly compiled: Selector;
}

/**
 * Finds namespaces by a selector, looking only at those that have one of the labels it asks for. Gives them in byte order
 * of their names, as `namespaces` are; equal selectors get the same list.
 */
export function indexNamespaces(namespaces: readonly Namespace[]): (selector: WrittenSelector) => readonly Namespace[] {
  const byLabel = new Map<string, Namespace[]>();
  for (const namespace of namespaces) {
    for (const [key, value] of Object.entries(namespace.labels)) {
      const id = `${key}=${value}`;
      const group = byLabel.get(id);
      if (group) group.push(namespace);
      else byLabel.set(id, [namespace]);
    }
  }
  const known = new Map<string, readonly Namespace[]>();
  return ({ written, compiled }) => {
    const key = JSON.stringify(written);
    let found = known.get(key);
    if (!found) {
      const groups = requiredLabels(written).map((ids) => ids.flatMap((id) => byLabel.get(id) ?? []));
      const smallest = groups.reduce((best, group) => (group.length < best.length ? group : best), namespaces);
      const matching = smallest.filter(({ labels }) => compiled.matches(labels));
      // Groups of several values hold the namespaces of one value after those of another.
      found = smallest === namespaces ? matching : matching.sort((a, b) => (a.name < b.name ? -1 : 1));
      known.set(key, found);
    }
    return found;
  };
}

/** For each requirement on values the labels `key=value` of which one must be there. */
function requiredLabels({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[][] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => [`${key}=${value}`]),
    ...matchExpressions.flatMap(({ key, operator, values = [] }) =>
      operator === 'In' ? [[...new Set(values)].map((value) => `${key}=${value}`)] : [],
    ),
  ];
}
