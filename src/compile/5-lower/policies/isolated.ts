import { selectsEverything } from '../../../model/label-selector.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Direction, PodSelection, PolicyIntent } from '../../../model/intent/policy.js';
import { groupBy } from '../../../std/group-by.js';
import { memoize } from '../../../std/memoize.js';

/**
 * Rules of one direction that no packet reaches, because NetworkPolicies isolate every pod of the subject in that
 * direction.
 */
export interface UnreachedRules {
  readonly policy: PolicyIntent;
  readonly direction: Direction;
  /** The NetworkPolicy that isolates the first pod. */
  readonly by: Cause;
}

const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];

/**
 * Returns the directions of a BaselineAdminNetworkPolicy in which NetworkPolicies isolate every selected pod. A policy
 * for all pods of the cluster is skipped, because it also serves future pods.
 */
export function findUnreached(policies: readonly PolicyIntent[]): UnreachedRules[] {
  const baselines = policies.filter(({ layer, isCompiled }) => layer === 'baseline' && isCompiled);
  if (baselines.length === 0) return [];
  const byNamespace = groupBy(
    policies.filter(({ layer }) => layer === 'namespaced'),
    ({ cause }) => cause.namespace,
  );
  return baselines.flatMap((policy) =>
    DIRECTIONS.flatMap((direction): UnreachedRules[] => {
      const has = policy.rules.some((rule) => rule.direction === direction);
      const by =
        has && !isEverything(policy.subject) ? findIsolation(policy.subject, direction, byNamespace) : undefined;
      return by ? [{ policy, direction, by }] : [];
    }),
  );
}

function isEverything({ namespaces, podSelector = {} }: PodSelection): boolean {
  return typeof namespaces !== 'string' && selectsEverything(namespaces) && selectsEverything(podSelector);
}

/** Returns the policy that isolates the first of some pods if all of them are isolated. */
function findIsolation(
  { pods }: PodSelection,
  direction: Direction,
  byNamespace: ReadonlyMap<string, readonly PolicyIntent[]>,
): Cause | undefined {
  const [first] = pods;
  const isolatingIn = (namespace: string): readonly PolicyIntent[] =>
    (byNamespace.get(namespace) ?? []).filter(({ isolates }) => isolates.includes(direction));
  const isolatedIn = memoize(
    (namespace: string) => new Set(isolatingIn(namespace).flatMap(({ subject }) => subject.pods)),
  );
  if (!first || !pods.every((pod) => isolatedIn(pod.namespace).has(pod))) return undefined;
  const [cause] = isolatingIn(first.namespace)
    .filter(({ subject }) => subject.pods.includes(first))
    .map((policy) => policy.cause)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return cause;
}
