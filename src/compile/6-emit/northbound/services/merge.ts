import type { LoadBalancer } from './load-balancer.js';

/** Load balancer, with equal ones whose attachments it takes over. */
interface Merged {
  readonly first: LoadBalancer;
  readonly others: LoadBalancer[];
}

/**
 * Merges load balancers with equal protocol, options and rules, in the same order (OVN-Kubernetes). Only the first is
 * made, with a name that shows the merge. It is attached to the rows of all.
 */
export function mergeEqual(balancers: readonly LoadBalancer[]): readonly LoadBalancer[] {
  const merged = new Map<string, Merged>();
  const identify = createIdentities();
  for (const balancer of balancers) {
    const identity = identify(balancer);
    const known = merged.get(identity);
    if (known) known.others.push(balancer);
    else merged.set(identity, { first: balancer, others: [] });
  }
  return [...merged.values()].map(({ first, others }) => (others.length === 0 ? first : merge(first, others)));
}

function merge(first: LoadBalancer, others: readonly LoadBalancer[]): LoadBalancer {
  const all = [first, ...others].map(({ attached }) => attached);
  return {
    ...first,
    scope: `${first.scope}_merged`,
    attached: {
      switches: all.flatMap(({ switches }) => switches),
      routers: all.flatMap(({ routers }) => routers),
      groups: all.flatMap(({ groups }) => groups),
    },
  };
}

/**
 * Creates a function that returns equal texts only for equal load balancers. Their targets are mostly the same long
 * text, so they are represented by numbers.
 */
function createIdentities(): (balancer: LoadBalancer) => string {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  return ({ protocol, options, rules }) =>
    JSON.stringify([protocol, options, rules.map(({ vip, targets }) => `${vip} ${numberOf(targets)}`)]);
}
