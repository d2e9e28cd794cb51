import type { AdminPolicy, Selector, TestPod, TestWorld } from '../traffic/policies/objects.js';

/** Small clusters as one: what is asked of each of them is between the pods of its own namespaces. */
export interface JoinedWorlds {
  readonly world: TestWorld;
  /** The pods of each small cluster. */
  readonly clusters: readonly (readonly TestPod[])[];
}

/**
 * Joins small clusters: their namespaces get a number, admin policies are for the namespaces of their cluster and have
 * priorities of their own. There is one BaselineAdminNetworkPolicy in a cluster, so only that of the first is kept.
 */
export function joinWorlds(worlds: readonly TestWorld[]): JoinedWorlds {
  const joined = worlds.map((world, index): TestWorld => {
    // Namespaces are named in metadata and by the label that each of them has.
    const text = JSON.stringify(world).replaceAll(/"(shop|front|tools)"/g, `"$1-${index}"`);
    const { namespaces, pods, policies } = JSON.parse(text) as TestWorld;
    return {
      namespaces: namespaces.map(({ name, labels }) => ({ name, labels: { ...labels, world: `${index}` } })),
      pods,
      policies: policies.map((policy) => {
        if (policy.kind !== 'AdminNetworkPolicy' && policy.kind !== 'BaselineAdminNetworkPolicy') return policy;
        const spec = { ...policy.spec, subject: restrict(policy.spec.subject, index) };
        if (policy.kind === 'BaselineAdminNetworkPolicy') return { ...policy, spec };
        const priority = 3 * index + ((spec.priority ?? 0) > 10 ? 1 : 0);
        return { ...policy, name: `guard-${priority}`, spec: { ...spec, priority } };
      }),
    };
  });
  const baseline = joined.flatMap(({ policies }) =>
    policies.filter(({ kind }) => kind === 'BaselineAdminNetworkPolicy').slice(0, 1),
  );
  const others = joined.flatMap(({ policies }) => policies.filter(({ kind }) => kind !== 'BaselineAdminNetworkPolicy'));
  const world = {
    namespaces: joined.flatMap(({ namespaces }) => namespaces),
    pods: joined.flatMap(({ pods }) => pods),
    policies: [...others, ...baseline.slice(0, 1)],
  };
  return { world, clusters: joined.map(({ pods }) => pods) };
}

/** A subject that is only in the namespaces of one small cluster. */
function restrict({ namespaces, pods }: AdminPolicy['spec']['subject'], index: number): AdminPolicy['spec']['subject'] {
  const only = ({ matchLabels, ...rest }: Selector): Selector => ({
    ...rest,
    matchLabels: { ...matchLabels, world: `${index}` },
  });
  if (pods) return { pods: { ...pods, namespaceSelector: only(pods.namespaceSelector) } };
  return { namespaces: only(namespaces ?? {}) };
}
