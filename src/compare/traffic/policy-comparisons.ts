import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Namespace, Pod } from '../../model/cluster.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import { isLive } from '../../model/live.js';
import { byName } from '../../selectors/pods.js';
import { policiesOf } from '../../traffic/policies/model.js';
import { sameList } from '../../traffic/same.js';
import type { Both, Side } from '../../traffic/side.js';
import { type Namespaces, type Pods, findKept, listPodsToCome } from './pods-to-come.js';

/** Returns the decisions of the policies of a side in a cluster. */
export type DecidePolicies = (cluster: Cluster) => readonly PolicyIntent[];

/** Pairs of sides on which policies are compared. */
export interface PolicyComparisons {
  readonly pairs: readonly Both<Side>[];
  /** Number of placeholder pods beyond the maximum. */
  readonly omitted: number;
}

/**
 * Returns the sides on which policies are compared.
 *
 * Both sides get the pods of either, and placeholder pods in each namespace: one for each set of labels that a selector
 * distinguishes and no pod has. If the namespaces of the inventories differ, the policies of the new side are also
 * compared on the namespaces of the base. An inventory is a snapshot that a commit cannot change.
 */
export function addPodsToCome(sides: Both<Side>, decide: Both<DecidePolicies>): PolicyComparisons {
  if (sameList(policiesOf(sides.before.intents), policiesOf(sides.after.intents), Object.is)) {
    return { pairs: [sides], omitted: 0 };
  }
  const namespaces = joinNamespaces(sides);
  const policies = [sides.before, sides.after].flatMap(({ intents }) => policiesOf(intents));
  const { toCome, omitted } = listPodsToCome(policies, namespaces);
  const pods = joinPods(sides, toCome);
  const decided = {
    before: decide.before({ ...sides.before.cluster, namespaces: namespaces.before, podsByNamespace: pods.before }),
    after: decide.after({ ...sides.after.cluster, namespaces: namespaces.after, podsByNamespace: pods.after }),
  };
  const onBase = hasSameNamespaces(namespaces)
    ? undefined
    : decide.after({ ...sides.after.cluster, namespaces: namespaces.onBase, podsByNamespace: pods.after });
  const kept = findKept([decided.before, decided.after, ...(onBase ? [onBase] : [])], pods, toCome);
  const left = leaveOut(pods, toCome, kept);
  const before = place(sides.before, namespaces.before, left.before, decided.before);
  const pairs = [{ before, after: place(sides.after, namespaces.after, left.after, decided.after) }];
  if (onBase) pairs.push({ before, after: place(sides.after, namespaces.onBase, left.after, onBase) });
  return { pairs, omitted };
}

/**
 * Returns the namespaces of both sides, each with those of the other added. `onBase` are those of the new side, with
 * the inventory of the old side.
 */
function joinNamespaces({ before, after }: Both<Side>): Both<Namespaces> & { readonly onBase: Namespaces } {
  const [old, now] = [before.cluster.namespaces, after.cluster.namespaces];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const join = (first: Namespaces, second: Namespaces): Namespaces =>
    new Map(
      names.flatMap((name): [string, Namespace][] => {
        const found = first.get(name) ?? second.get(name);
        return found ? [[name, found]] : [];
      }),
    );
  const written = new Map([...now].filter(([, { manifest }]) => manifest && !isLive(manifest)));
  return { before: join(old, now), after: join(now, old), onBase: join(written, join(old, now)) };
}

function hasSameNamespaces({ after, onBase }: ReturnType<typeof joinNamespaces>): boolean {
  return [...after].every(([name, { labels, primaryNetwork }]) => {
    const other = onBase.get(name);
    return isDeepStrictEqual(labels, other?.labels) && primaryNetwork?.name === other?.primaryNetwork?.name;
  });
}

/**
 * Returns the pods of both sides, each with those of the other added. Pods that only one side has, or that have
 * completed on the other, are kept as they are there.
 */
function joinPods({ before, after }: Both<Side>, toCome: Pods): Both<Pods> {
  const [old, now] = [new Map<string, readonly Pod[]>(), new Map<string, readonly Pod[]>()];
  const names = new Set([
    ...before.cluster.podsByNamespace.keys(),
    ...after.cluster.podsByNamespace.keys(),
    ...toCome.keys(),
  ]);
  for (const name of [...names].sort()) {
    const own = { before: before.cluster.podsByNamespace.get(name), after: after.cluster.podsByNamespace.get(name) };
    const joined = joinLists(own.before ?? [], own.after ?? []);
    const added = toCome.get(name) ?? [];
    const left = [...joined.before, ...added].sort(byName);
    const right = joined.before === joined.after ? left : [...joined.after, ...added].sort(byName);
    old.set(name, left);
    now.set(name, right);
  }
  return { before: old, after: now };
}

function joinLists(before: readonly Pod[], after: readonly Pod[]): Both<readonly Pod[]> {
  if (sameList(before, after, Object.is)) return { before, after: before };
  const join = (first: readonly Pod[], second: readonly Pod[]): readonly Pod[] => {
    const there = new Map(second.map((pod) => [pod.name, pod]));
    const known = new Set(first.map(({ name }) => name));
    const own = first.map((pod) => {
      const other = there.get(pod.name);
      return pod.completed && other && !other.completed ? other : pod;
    });
    return [...own, ...second.filter(({ name }) => !known.has(name))];
  };
  return { before: join(before, after), after: join(after, before) };
}

/** Removes the placeholder pods that are not kept. A list that both sides share stays one list. */
function leaveOut({ before, after }: Both<Pods>, toCome: Pods, kept: ReadonlySet<Pod>): Both<Pods> {
  const [old, now] = [new Map<string, readonly Pod[]>(), new Map<string, readonly Pod[]>()];
  for (const [name, pods] of before) {
    const added = new Set(toCome.get(name));
    const leave = (list: readonly Pod[]): readonly Pod[] => list.filter((pod) => !added.has(pod) || kept.has(pod));
    const others = after.get(name) ?? [];
    const left = leave(pods);
    old.set(name, left);
    now.set(name, pods === others ? left : leave(others));
  }
  return { before: old, after: now };
}

function place(side: Side, namespaces: Namespaces, podsByNamespace: Pods, policies: readonly PolicyIntent[]): Side {
  const others = side.intents.filter(({ effect }) => effect !== 'policy');
  return { ...side, cluster: { ...side.cluster, namespaces, podsByNamespace }, intents: [...others, ...policies] };
}
