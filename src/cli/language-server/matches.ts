import type { Cluster, Labels } from '../../model/cluster.js';
import type { JsonObject } from '../../std/json.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { CompletionChoice } from './fields.js';
import { type SelectorMatch, selectionAt, valueAt } from './selection.js';

/** Maximum number of matches shown. */
const MAX_SHOWN = 10;
/** Maximum number of choices. */
const MAX_CHOICES = 500;

/**
 * Returns a sentence with the current matches of a selector at a path, or undefined without matches. Pods are those of
 * the namespaces that the sibling selector matches, otherwise those of the object's namespace.
 */
export function describeMatches(object: JsonObject, path: readonly string[], cluster: Cluster): string | undefined {
  const written = valueAt(object, path);
  if (path.at(-1) === 'dnsName' && typeof written === 'string') return describeAnswers(written, cluster);
  const selection = selectionAt(object, path);
  if (!selection) return undefined;
  const { kind, matches, matchesPod, hasNamespace } = selection;
  if (kind === 'Node') {
    const nodes = cluster.nodes.filter((node) => matches(node.labels)).map((node) => node.name);
    return `Matches ${plural(nodes.length, 'node')} now${listAfter(nodes)}`;
  }
  const namespaces = [...cluster.namespaces.values()]
    .filter(({ name, labels }) => hasNamespace(name, labels))
    .map(({ name }) => name);
  const pods = namespaces
    .flatMap((one) => cluster.podsByNamespace.get(one) ?? [])
    .filter((pod) => !pod.completed && matchesPod(pod.labels));
  const shown = pods.map((pod) => {
    const addresses = pod.addresses.map(({ text }) => text).join(', ');
    return `${pod.namespace}/${pod.name}${addresses === '' ? '' : ` (${addresses})`}`;
  });
  const where = kind === 'Pod' ? '' : `${plural(namespaces.length, 'namespace')}${listAfter(namespaces)}, with `;
  return `Matches ${where}${plural(pods.length, 'pod')} now${listAfter(shown)}`;
}

function describeAnswers(name: string, { dnsAnswers }: Cluster): string {
  const answers = dnsAnswers.get(`${name.toLowerCase().replace(/\.$/, '')}.`) ?? [];
  if (answers.length === 0) return 'No answers are known: it matches nothing until the cluster resolves it';
  return `Answers: ${listNames(
    answers.map(({ text }) => text),
    MAX_SHOWN,
  )}`;
}

function listAfter(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${listNames(names, MAX_SHOWN)}`;
}

/** Context for completing labels: the path of the selector, and the namespaces of its pods. */
export interface LabelPlace {
  readonly path: readonly string[];
  readonly kind: SelectorMatch['kind'] | undefined;
  readonly hasNamespace: SelectorMatch['hasNamespace'];
}

/** Returns the label keys of the objects that a selector at the place may select. */
export function labelKeysAt(place: LabelPlace, cluster: Cluster): CompletionChoice[] {
  const keys = new Set<string>();
  for (const labels of labelsAt(place, cluster)) for (const key of Object.keys(labels)) keys.add(key);
  return choicesOf(keys);
}

/** Returns the values of a label of these objects. */
export function labelValuesAt(place: LabelPlace, key: string, cluster: Cluster): CompletionChoice[] {
  const values = new Set<string>();
  for (const labels of labelsAt(place, cluster)) if (Object.hasOwn(labels, key)) values.add(labels[key] ?? '');
  return choicesOf(values);
}

/** Returns the namespaces of the cluster. */
export function namespaceChoices({ namespaces }: Cluster): CompletionChoice[] {
  return choicesOf(namespaces.keys());
}

function* labelsAt({ kind, hasNamespace }: LabelPlace, cluster: Cluster): Iterable<Labels> {
  if (kind === 'Node') for (const { labels } of cluster.nodes) yield labels;
  else if (kind === 'Namespace') for (const { labels } of cluster.namespaces.values()) yield labels;
  else if (kind === 'Pod')
    for (const [namespace, pods] of cluster.podsByNamespace) {
      if (!hasNamespace(namespace, cluster.namespaces.get(namespace)?.labels ?? {})) continue;
      for (const { labels, completed } of pods) if (!completed) yield labels;
    }
}

function choicesOf(names: Iterable<string>): CompletionChoice[] {
  return [...new Set(names)]
    .sort()
    .slice(0, MAX_CHOICES)
    .map((text) => ({ text, detail: '' }));
}
