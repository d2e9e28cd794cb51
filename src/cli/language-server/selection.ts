import type { Labels } from '../../model/cluster.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** The kinds that selectors match, by field name. They are the same in every kind. */
const SELECTED: ReadonlyMap<string, 'Namespace' | 'Node' | 'Pod'> = new Map([
  ['namespaceSelector', 'Namespace'],
  ['namespaces', 'Namespace'],
  ['nodeSelector', 'Node'],
  ['nodes', 'Node'],
  ['podSelector', 'Pod'],
]);

type Test = (labels: Labels) => boolean;

/** The matches of a selector. */
export interface SelectorMatch {
  readonly kind: 'Namespace' | 'Node' | 'Pod';
  readonly matches: Test;
  /** Returns true for selected pods. For a selector of namespaces, considers the sibling selector of pods. */
  readonly matchesPod: Test;
  /** Returns true for the namespaces of the pods: those of the sibling selector, otherwise that of the object. */
  readonly hasNamespace: (name: string, labels: Labels) => boolean;
}

/** Returns the part of a path that is a selector, and the kind that it matches. */
export function findSelector(
  path: readonly string[],
): { readonly at: number; readonly kind: SelectorMatch['kind'] } | undefined {
  const at = path.findLastIndex((part) => SELECTED.has(part));
  const kind = SELECTED.get(path[at] ?? '');
  return kind && { at, kind };
}

/**
 * Returns the selection of the selector at or above a path of an object. Returns undefined if there is none, or if it
 * is invalid.
 */
export function selectionAt(object: JsonObject, path: readonly string[]): SelectorMatch | undefined {
  const found = findSelector(path);
  if (!found) return undefined;
  const { at, kind } = found;
  const selector = valueAt(object, path.slice(0, at + 1));
  const beside = asObject(valueAt(object, path.slice(0, at)));
  const matches = testOf(selector);
  const matchesPod = kind === 'Pod' ? matches : testOf(beside?.podSelector ?? {});
  const hasNamespace = namespacesOf(kind === 'Namespace' ? selector : beside?.namespaceSelector, object);
  return matches && matchesPod && hasNamespace && { kind, matches, matchesPod, hasNamespace };
}

/**
 * Returns the test for the namespaces of the pods that a selector at a path matches. Matches all if the selector is
 * invalid.
 */
export function namespacesAt(object: JsonObject, path: readonly string[]): SelectorMatch['hasNamespace'] {
  const found = findSelector(path);
  const beside = found && asObject(valueAt(object, path.slice(0, found.at)));
  return namespacesOf(beside?.namespaceSelector, object) ?? (() => true);
}

function namespacesOf(selector: unknown, object: JsonObject): SelectorMatch['hasNamespace'] | undefined {
  if (selector === undefined) {
    const own = asObject(object.metadata)?.namespace;
    return (name) => typeof own !== 'string' || name === own;
  }
  const matches = testOf(selector);
  return matches && ((_, labels) => matches(labels));
}

function testOf(written: unknown): Test | undefined {
  const object = asObject(written);
  if (!object || !Object.keys(object).every((key) => key === 'matchLabels' || key === 'matchExpressions'))
    return undefined;
  const compiled = compileSelector(object);
  return isSelectorProblem(compiled) ? undefined : compiled.matches;
}

/** Returns the value at a path of an object, or undefined if it is missing. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(part)];
    const mapping = asObject(value);
    return mapping && Object.hasOwn(mapping, part) ? mapping[part] : undefined;
  }, object);
}
