import type { Cluster, Namespace, Pod } from '../../model/cluster.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import { isLive } from '../../model/live.js';
import { byName } from '../../selectors/pods.js';
import { inOrder } from '../../std/in-order.js';
import { policiesOf } from '../../traffic/policies/model.js';
import { sameItems } from '../../std/same-items.js';
import type { Both, Side } from '../../traffic/side.js';
import { findAffected, findDiffering } from './affected.js';
import { hasSamePods } from './concerned.js';
import { createPolicyExtension } from './extend-policies.js';
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
 * distinguishes and no pod has. If policies differ only in the pods of their peers, only the namespaces that this
 * affects, and `others`, get placeholder pods. If the namespaces of the inventories differ, the policies of the new side
 * are also compared on the namespaces of the base. An inventory is a snapshot that a commit cannot change.
 */
export function addPodsToCome(
  sides: Both<Side>,
  decide: Both<DecidePolicies>,
  others: readonly string[],
): PolicyComparisons {
  const policies = { before: policiesOf(sides.before.intents), after: policiesOf(sides.after.intents) };
  if (sameItems(policies.before, policies.after)) return { pairs: [sides], omitted: 0 };
  const namespaces = joinNamespaces(sides);
  const affected = findAffected(sides);
  const names = affected && new Set([...affected, ...others]);
  const { toCome, omitted } = listPodsToCome([...policies.before, ...policies.after], namespaces, names);
  const pods = joinPods(sides, toCome);
  const decideOn = (side: keyof Both<Side>, own: Namespaces): readonly PolicyIntent[] =>
    decide[side]({ ...sides[side].cluster, namespaces: own, podsByNamespace: pods[side] });
  const needsBase = findDiffering(namespaces.after, namespaces.onBase).length > 0;
  const isBaseOld = affected !== undefined && findDiffering(namespaces.before, namespaces.onBase).length === 0;
  const extend = canExtend(sides, namespaces) && (!needsBase || isBaseOld) ? createPolicyExtension(toCome) : undefined;
  const decided = {
    before: extend?.(policies.before, namespaces.before) ?? decideOn('before', namespaces.before),
    after: extend?.(policies.after, namespaces.after) ?? decideOn('after', namespaces.after),
  };
  // The same policies on the namespaces of the base are those of the base.
  const onBase = needsBase && !isBaseOld ? decideOn('after', namespaces.onBase) : undefined;
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

/** Returns true if policies select only placeholder pods besides those of their side: both sides have the same pods. */
function canExtend({ before, after }: Both<Side>, joined: Both<Namespaces>): boolean {
  const hasAll = ({ cluster }: Side, { size }: Namespaces): boolean => cluster.namespaces.size === size;
  return hasSamePods(before.cluster, after.cluster) && hasAll(before, joined.before) && hasAll(after, joined.after);
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
    const left = inOrder([...joined.before, ...added], byName);
    const right = joined.before === joined.after ? left : inOrder([...joined.after, ...added], byName);
    old.set(name, left);
    now.set(name, right);
  }
  return { before: old, after: now };
}

function joinLists(before: readonly Pod[], after: readonly Pod[]): Both<readonly Pod[]> {
  if (sameItems(before, after)) return { before, after: before };
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
