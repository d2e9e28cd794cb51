import type { Cluster, Labels } from '../../model/cluster.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { Choice } from './fields.js';

/** What a selector looks for: fields of these names select them in every kind. */
const SELECTED: ReadonlyMap<string, 'namespaces' | 'nodes' | 'pods'> = new Map([
  ['namespaceSelector', 'namespaces'],
  ['namespaces', 'namespaces'],
  ['namespace-labels', 'namespaces'],
  ['nodeSelector', 'nodes'],
  ['nodes', 'nodes'],
  ['podSelector', 'pods'],
  ['labels', 'pods'],
]);

/** More than a person reads. */
const MOST_SHOWN = 10;
/** More than a person chooses from. */
const MOST_CHOICES = 500;

/** The part of a path that is a selector, and what it selects. */
function findSelector(path: readonly string[]): { readonly at: number; readonly what: string } | undefined {
  const at = path.findLastIndex((part) => SELECTED.has(part));
  const what = SELECTED.get(path[at] ?? '');
  return what === undefined ? undefined : { at, what };
}

/**
 * What is selected at a path of an object now, in one sentence; undefined where nothing is. Pods are those of the namespaces
 * that the selector beside it names, else those of the object's namespace.
 */
export function describeMatches(object: JsonObject, path: readonly string[], cluster: Cluster): string | undefined {
  const name = path.at(-1);
  const written = valueAt(object, path);
  if (name === 'dnsName' && typeof written === 'string') return describeAnswers(written, cluster);
  const found = findSelector(path);
  if (!found) return undefined;
  const selector = valueAt(object, path.slice(0, found.at + 1));
  const beside = asObject(valueAt(object, path.slice(0, found.at)));
  if (found.what === 'nodes') {
    const matches = matcherOf(selector);
    const nodes = matches && cluster.nodes.filter((node) => matches(node.labels)).map((node) => node.name);
    return nodes && `Matches ${plural(nodes.length, 'node')} now${listAfter(nodes)}`;
  }
  const within = found.what === 'namespaces' ? selector : beside?.namespaceSelector;
  const namespaces = findNamespaces(within, object, cluster);
  if (!namespaces) return undefined;
  const matches = matcherOf(found.what === 'pods' ? selector : (beside?.podSelector ?? {}));
  if (!matches) return undefined;
  const pods = namespaces
    .flatMap((one) => cluster.podsByNamespace.get(one) ?? [])
    .filter((pod) => !pod.completed && matches(pod.labels));
  const shown = pods.map((pod) => {
    const addresses = pod.addresses.map(({ text }) => text).join(', ');
    return `${pod.namespace}/${pod.name}${addresses === '' ? '' : ` (${addresses})`}`;
  });
  const where = found.what === 'pods' ? '' : `${plural(namespaces.length, 'namespace')}${listAfter(namespaces)}, with `;
  return `Matches ${where}${plural(pods.length, 'pod')} now${listAfter(shown)}`;
}

function describeAnswers(name: string, { dnsAnswers }: Cluster): string {
  const answers = dnsAnswers.get(`${name.toLowerCase().replace(/\.$/, '')}.`) ?? [];
  if (answers.length === 0) return 'No answers are known: it matches nothing until the cluster resolves it';
  return `Answers: ${listNames(
    answers.map(({ text }) => text),
    MOST_SHOWN,
  )}`;
}

function listAfter(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${listNames(names, MOST_SHOWN)}`;
}

/** Absent: the namespace of the object. */
function findNamespaces(selector: unknown, object: JsonObject, { namespaces }: Cluster): string[] | undefined {
  const own = asObject(object.metadata)?.namespace;
  if (selector === undefined) return typeof own === 'string' ? [own] : [...namespaces.keys()];
  const matches = matcherOf(selector);
  return matches && [...namespaces.values()].filter(({ labels }) => matches(labels)).map(({ name }) => name);
}

function matcherOf(written: unknown): ((labels: Labels) => boolean) | undefined {
  const object = asObject(written);
  if (!object || !Object.keys(object).every((key) => key === 'matchLabels' || key === 'matchExpressions'))
    return undefined;
  const compiled = compileSelector(object);
  return isSelectorProblem(compiled) ? undefined : compiled.matches;
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(part)];
    const mapping = asObject(value);
    return mapping && Object.hasOwn(mapping, part) ? mapping[part] : undefined;
  }, object);
}

/** Names of labels that the objects have that a selector at the path may select. */
export function labelKeysAt(path: readonly string[], cluster: Cluster): Choice[] {
  const keys = new Set<string>();
  for (const labels of labelsAt(path, cluster)) for (const key of Object.keys(labels)) keys.add(key);
  return choicesOf(keys);
}

/** Values of a label that they have. */
export function labelValuesAt(path: readonly string[], key: string, cluster: Cluster): Choice[] {
  const values = new Set<string>();
  for (const labels of labelsAt(path, cluster)) if (Object.hasOwn(labels, key)) values.add(labels[key] ?? '');
  return choicesOf(values);
}

/** The namespaces of the cluster. */
export function namespaceChoices({ namespaces }: Cluster): Choice[] {
  return choicesOf(namespaces.keys());
}

function* labelsAt(path: readonly string[], cluster: Cluster): Iterable<Labels> {
  const what = findSelector(path)?.what;
  if (what === 'nodes') for (const { labels } of cluster.nodes) yield labels;
  else if (what === 'namespaces') for (const { labels } of cluster.namespaces.values()) yield labels;
  else if (what === 'pods')
    for (const pods of cluster.podsByNamespace.values()) for (const { labels } of pods) yield labels;
}

function choicesOf(names: Iterable<string>): Choice[] {
  return [...new Set(names)]
    .sort()
    .slice(0, MOST_CHOICES)
    .map((text) => ({ text, detail: '' }));
}
