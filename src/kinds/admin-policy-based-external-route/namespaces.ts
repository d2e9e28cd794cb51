import type { Cluster } from '../../model/cluster.js';
import type { ErrorForms } from '../../model/release.js';
import {
  type LabelSelector,
  type SelectorProblem,
  compileSelector,
  isSelectorProblem,
} from '../../selectors/selector.js';
import { indexNamespaces } from '../../selectors/namespaces.js';
import type { ReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';

/** Namespaces in byte order of their names. */
export interface FoundNamespaces {
  readonly names: readonly string[];
  /** True if the selector has no requirement. */
  readonly isEverything: boolean;
}

export type FindNamespaces = (selector: LabelSelector) => FoundNamespaces | SelectorProblem;

/** Returns a function that returns the namespaces of a selector. Equal selectors get the same object. */
export function createNamespaceSearch({ namespaces }: Cluster, { valuesText }: ErrorForms): FindNamespaces {
  const find = indexNamespaces([...namespaces.values()]);
  const known = new Map<string, FoundNamespaces | SelectorProblem>();
  return (written) => {
    const key = JSON.stringify(written);
    let found = known.get(key);
    if (!found) {
      const compiled = compileSelector(written, valuesText);
      found = isSelectorProblem(compiled)
        ? compiled
        : { names: find({ written, compiled }).map(({ name }) => name), isEverything: compiled.isEmpty };
      known.set(key, found);
    }
    return found;
  };
}

/** Reports an invalid selector, and returns the error of the policy. */
export function selectorProblem(
  { text, pointer }: SelectorProblem,
  field: string,
  parent: string,
  reportAt: ReportAt,
): { readonly error: string } {
  reportAt(messages.badSelector(field, text), `${parent}/${field}${pointer}`);
  return { error: `failed to build updated policy: ${text}` };
}
