import type { Namespace } from '../model/cluster.js';
import { once } from '../std/memoize.js';
import { indexByLabels } from './label-index.js';
import { type LabelSelector, type Selector, compileSelector, isSelectorProblem } from './selector.js';

/** A selector as written, and compiled. */
export interface WrittenSelector {
  readonly written: LabelSelector;
  readonly compiled: Selector;
}

/** Compiles a selector of an object that has been checked. */
export function compileChecked(written: LabelSelector): WrittenSelector {
  const compiled = compileSelector(written);
  if (isSelectorProblem(compiled)) throw new Error(`a selector that was checked is not valid: ${compiled.text}`);
  return { written, compiled };
}

/**
 * Returns a function that finds namespaces by a selector, in byte order of their names. It reads only namespaces that
 * have one of the required labels. Equal selectors get the same list.
 */
export function indexNamespaces(namespaces: readonly Namespace[]): (selector: WrittenSelector) => readonly Namespace[] {
  // Many clusters have no selector of namespaces.
  const candidatesOf = once(() => indexByLabels(namespaces));
  const known = new Map<string, readonly Namespace[]>();
  return ({ written, compiled }) => {
    const key = JSON.stringify(written);
    let found = known.get(key);
    if (!found) {
      const candidates = candidatesOf()(written);
      const matching = candidates.filter(({ labels }) => compiled.matches(labels));
      // Only the whole list is already in the promised order.
      found = candidates === namespaces ? matching : matching.sort((a, b) => (a.name < b.name ? -1 : 1));
      known.set(key, found);
    }
    return found;
  };
}
