import type { Labels } from '../../model/cluster.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** What a selector looks for: fields of these names select them in every kind. */
const SELECTED: ReadonlyMap<string, 'Namespace' | 'Node' | 'Pod'> = new Map([
  ['namespaceSelector', 'Namespace'],
  ['namespaces', 'Namespace'],
  ['nodeSelector', 'Node'],
  ['nodes', 'Node'],
  ['podSelector', 'Pod'],
]);

type Test = (labels: Labels) => boolean;

/** What a selector of an object selects. */
export interface Selection {
  readonly kind: 'Namespace' | 'Node' | 'Pod';
  readonly matches: Test;
  /** Which pods of the namespaces are meant: those that the selector of pods beside it matches. */
  readonly matchesPod: Test;
  /** Which namespaces the pods are in: those that the selector beside it matches, else that of the object. */
  readonly hasNamespace: (name: string, labels: Labels) => boolean;
}

/** The part of a path that is a selector, and the kind that it selects. */
export function findSelector(
  path: readonly string[],
): { readonly at: number; readonly kind: Selection['kind'] } | undefined {
  const at = path.findLastIndex((part) => SELECTED.has(part));
  const kind = SELECTED.get(path[at] ?? '');
  return kind && { at, kind };
}

/**
 * What the selector at a path of an object selects, or the one that the path leads into; undefined where there is none,
 * or none that is valid.
 */
export function selectionAt(object: JsonObject, path: readonly string[]): Selection | undefined {
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

/** Which namespaces the pods are in that the selector at a path of an object selects; all if it is not valid. */
export function namespacesAt(object: JsonObject, path: readonly string[]): Selection['hasNamespace'] {
  const found = findSelector(path);
  const beside = found && asObject(valueAt(object, path.slice(0, found.at)));
  return namespacesOf(beside?.namespaceSelector, object) ?? (() => true);
}

function namespacesOf(selector: unknown, object: JsonObject): Selection['hasNamespace'] | undefined {
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

/** The value at a path of an object; undefined where there is none. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(part)];
    const mapping = asObject(value);
    return mapping && Object.hasOwn(mapping, part) ? mapping[part] : undefined;
  }, object);
}
