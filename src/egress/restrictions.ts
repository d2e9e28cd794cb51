import type { Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { FilterRule } from '../model/intent/filter.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import type { Intent } from '../model/intent.js';
import { pathOfName, titleOf } from '../model/kubernetes-object.js';
import type { Family } from '../net/address.js';
import { memoize } from '../std/memoize.js';
import { createMarkFinder } from '../traffic/marks.js';
import { type AddressRange, mergeRanges, rangeOfPrefix, wholeFamily } from '../traffic/filters/address-range.js';
import { collectTraffic } from '../traffic/collect-traffic.js';
import { policiesOf } from '../traffic/policies/model.js';

/** The EgressFirewall of a namespace, in numbers. */
export interface FirewallSummary {
  /** `shop/default`. */
  readonly name: string;
  /** How many rules allow, and how many deny. */
  readonly allow: number;
  readonly deny: number;
  /** The families in which it drops what no rule allows; in others that passes. */
  readonly closedFor: readonly Family[];
}

/** A DSCP value that packets get. */
export interface MarkSummary {
  readonly dscp: number;
  /** The network that they go to. If unset, every destination. */
  readonly destination?: string;
}

/** What filters and marks do to packets of pods that leave the cluster. */
export interface Restrictions {
  /** Of the namespace; unset if it has none. */
  readonly firewallOf: (namespace: string) => FirewallSummary | undefined;
  /** `NetworkPolicy shop/isolate` and others that deny the pod some destination, in byte order. */
  readonly policiesOf: (pod: Pod) => readonly string[];
  /** In the order in which they count. */
  readonly marksOf: (pod: Pod) => readonly MarkSummary[];
}

/** Prepares to say what filters and marks do to packets of pods. */
export function collectRestrictions(intents: readonly Intent[], { ipFamilies }: Configuration): Restrictions {
  const { filters, marks } = collectTraffic(intents);
  const limiting = indexLimiting(policiesOf(intents));
  const findMarks = createMarkFinder(marks);
  return {
    firewallOf: memoize((namespace) => summariseFirewall(filters.get(namespace) ?? [], ipFamilies)),
    policiesOf: (pod) => limiting.get(pod) ?? NONE,
    marksOf: (pod) =>
      findMarks(pod).flatMap(({ dscp, destination }): MarkSummary[] => {
        if (destination === 'none') return [];
        return [destination ? { dscp, destination: destination.text } : { dscp }];
      }),
  };
}

const NONE: readonly string[] = [];

function indexLimiting(policies: readonly PolicyIntent[]): ReadonlyMap<Pod, readonly string[]> {
  const index = new Map<Pod, string[]>();
  for (const policy of policies.filter(limitsEgress)) {
    const title = titleOf(policy.cause.kind, policy.cause);
    for (const pod of policy.subject.pods) {
      const own = index.get(pod);
      if (own) own.push(title);
      else index.set(pod, [title]);
    }
  }
  for (const own of index.values()) own.sort();
  return index;
}

/** A policy that only allows, or leaves to later ones, limits nothing by itself. */
function limitsEgress({ isolates, rules }: PolicyIntent): boolean {
  return (
    isolates.includes('Egress') || rules.some(({ direction, verdict }) => direction === 'Egress' && verdict === 'drop')
  );
}

function summariseFirewall(filters: readonly FilterRule[], ipFamilies: readonly Family[]): FirewallSummary | undefined {
  const [first] = filters;
  if (!first) return undefined;
  const allow = filters.filter(({ verdict }) => verdict === 'allow').length;
  return {
    name: pathOfName(first.cause),
    allow,
    deny: filters.length - allow,
    closedFor: ipFamilies.filter((family) => isClosed(filters, family)),
  };
}

/**
 * Returns true if rules deny all addresses of a family, with every port, before one allows them all. The first rule
 * that matches decides; what none matches passes.
 */
function isClosed(filters: readonly FilterRule[], family: Family): boolean {
  const denied: AddressRange[] = [];
  for (const { verdict, ports, destinations } of filters) {
    if (ports.length > 0) continue;
    const ranges = destinations.flatMap((one) =>
      one.type === 'prefix' && one.prefix.family === family ? [rangeOfPrefix(one.prefix)] : [],
    );
    if (verdict === 'drop') denied.push(...ranges);
    else if (coversAll(ranges, family)) break;
  }
  return coversAll(denied, family);
}

function coversAll(ranges: readonly AddressRange[], family: Family): boolean {
  const [first, ...others] = mergeRanges(ranges);
  const whole = wholeFamily(family);
  return first !== undefined && others.length === 0 && first.first === whole.first && first.end === whole.end;
}
