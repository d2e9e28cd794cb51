import type { Cluster } from '../../model/cluster.js';
import {
  type LabelSelector,
  type SelectorProblem,
  compileSelector,
  isSelectorProblem,
} from '../../selectors/selector.js';
import type { Say } from '../say.js';
import { messages } from './messages.js';

/** Namespaces in byte order of their names. */
export interface FoundNamespaces {
  readonly names: readonly string[];
  /** Whether the selector has no requirement. */
  readonly isEverything: boolean;
}

export type FindNamespaces = (selector: LabelSelector) => FoundNamespaces | SelectorProblem;

/** Returns a function that gives the namespaces of a selector; what was asked before is remembered. */
export function createNamespaceSearch({ namespaces }: Cluster): FindNamespaces {
  const byName = 'kubernetes.io/metadata.name';
  const known = new Map<string, FoundNamespaces | SelectorProblem>();
  return (written) => {
    const key = JSON.stringify(written);
    let found = known.get(key);
    if (!found) {
      const selector = compileSelector(written);
      if (isSelectorProblem(selector)) {
        found = selector;
      } else {
        // Most policies name their namespace: then one look-up does.
        const name = written.matchLabels && Object.hasOwn(written.matchLabels, byName) && written.matchLabels[byName];
        const named = typeof name === 'string' ? namespaces.get(name) : undefined;
        const candidates = typeof name === 'string' ? (named ? [named] : []) : [...namespaces.values()];
        const matching = candidates.filter(({ labels }) => selector.matches(labels));
        found = { names: matching.map((namespace) => namespace.name), isEverything: selector.isEmpty };
      }
      known.set(key, found);
    }
    return found;
  };
}

/** Reports a selector that is none, and gives the error of the policy. */
export function selectorProblem(
  { text, pointer }: SelectorProblem,
  field: string,
  parent: string,
  say: Say,
): { readonly error: string } {
  say(messages.badSelector(field, text), `${parent}/${field}${pointer}`);
  return { error: `failed to build updated policy: ${text}` };
}
