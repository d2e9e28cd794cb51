import type { Labels, Namespace, Pod } from '../../model/cluster.js';
import type { PodSelection, PolicyIntent } from '../../model/intent/policy.js';
import { compareText } from '../../std/compare-text.js';
import { labelsFor } from '../../selectors/labels-for.js';
import { type WrittenSelector, compileChecked, indexNamespaces } from '../../selectors/namespaces.js';
import { byName } from '../../selectors/pods.js';
import { createLabelledPlaceholder } from '../../traffic/pod-to-come.js';
import type { Both } from '../../traffic/side.js';

export type Namespaces = ReadonlyMap<string, Namespace>;
/** Namespace → pods, in order of their names. */
export type Pods = ReadonlyMap<string, readonly Pod[]>;

/** Maximum number of placeholder pods. */
const MAX_TO_COME = 100_000;

/** Returns the selections of policies, each object once. */
function selectionsOf(policies: readonly PolicyIntent[]): PodSelection[] {
  const found = new Set<PodSelection>();
  for (const { subject, rules } of policies) {
    found.add(subject);
    for (const { peers } of rules) for (const peer of peers) if (peer.type === 'pods') found.add(peer.selection);
  }
  return [...found];
}

/**
 * Returns the placeholder pods of each namespace: one without labels, and one for each selector of pods there. `names`
 * limits the namespaces, if set. `omitted` is the number of pods beyond the maximum.
 */
export function listPodsToCome(
  policies: readonly PolicyIntent[],
  namespaces: Both<Namespaces>,
  names: ReadonlySet<string> = new Set(namespaces.after.keys()),
): { readonly toCome: Pods; readonly omitted: number } {
  const limited = [...namespaces.after.keys()].filter((name) => names.has(name));
  const found = new Map(limited.map((name) => [name, new Map<string, Labels>([['', {}]])]));
  const find = [namespaces.before, namespaces.after].map((own) => indexNamespaces([...own.values()]));
  let [count, omitted] = [found.size, 0];
  for (const [where, labels] of listLabels(policies, names)) {
    const selected =
      typeof where === 'string'
        ? [where]
        : new Set(find.flatMap((matching) => matching(where).map(({ name }) => name)));
    const key = JSON.stringify(labels);
    for (const name of selected) {
      const own = found.get(name);
      if (!own || own.has(key)) continue;
      if (count >= MAX_TO_COME) omitted++;
      else {
        own.set(key, labels);
        count++;
      }
    }
  }
  const toCome = new Map(
    [...found].map(([name, own]) => [
      name,
      [...own.values()].map((labels) => createLabelledPlaceholder(name, labels)).sort(byName),
    ]),
  );
  return { toCome, omitted };
}

/** Returns the namespaces and labels of each selection that requires labels, and may be in one of the namespaces. */
function listLabels(
  policies: readonly PolicyIntent[],
  names: ReadonlySet<string>,
): (readonly [string | WrittenSelector, Labels])[] {
  const known = new Map<string, readonly [string | WrittenSelector, Labels]>();
  for (const { namespaces, podSelector } of selectionsOf(policies)) {
    if (typeof namespaces === 'string' && !names.has(namespaces)) continue;
    const found = podSelector && labelsFor(podSelector);
    const entries = Object.entries(found ?? {}).sort(([a], [b]) => compareText(a, b));
    if (entries.length === 0) continue;
    const labels = Object.fromEntries(entries);
    const key = JSON.stringify([namespaces, labels]);
    if (known.has(key)) continue;
    known.set(key, [typeof namespaces === 'string' ? namespaces : compileChecked(namespaces), labels]);
  }
  return [...known.values()];
}

/**
 * Returns the placeholder pods that a selection of the policies of either side distinguishes from the pods of their
 * namespace and from each other.
 */
export function findKept(
  decided: readonly (readonly PolicyIntent[])[],
  pods: Both<Pods>,
  toCome: Pods,
): ReadonlySet<Pod> {
  const picks = decided.map((policies) => collectPicks(policies, toCome));
  const textOf = (before: Pod, after: Pod): string =>
    picks.map((own, index) => (own.get(index === 0 ? before : after) ?? []).join()).join('|');
  const kept = new Set<Pod>();
  for (const [namespace, added] of toCome) {
    const own = new Set(added);
    const now = new Map((pods.after.get(namespace) ?? []).map((pod) => [pod.name, pod]));
    const known = new Set(
      (pods.before.get(namespace) ?? [])
        .filter((pod) => !own.has(pod) && !pod.hostNetwork && !pod.completed)
        .map((pod) => textOf(pod, now.get(pod.name) ?? pod)),
    );
    for (const pod of added) if (known.size < known.add(textOf(pod, pod)).size) kept.add(pod);
  }
  return kept;
}

/** Returns the selections of each pod in a namespace with pods to come. */
function collectPicks(policies: readonly PolicyIntent[], toCome: Pods): ReadonlyMap<Pod, readonly number[]> {
  const picks = new Map<Pod, number[]>();
  for (const [index, { pods }] of selectionsOf(policies).entries()) {
    for (const pod of pods) {
      if (!toCome.has(pod.namespace)) continue;
      const own = picks.get(pod);
      if (own) own.push(index);
      else picks.set(pod, [index]);
    }
  }
  return picks;
}
