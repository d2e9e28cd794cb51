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

/** Summary of the EgressFirewall of a namespace. */
export interface FirewallSummary {
  /** `shop/default`. */
  readonly name: string;
  /** Numbers of rules that allow, and that deny. */
  readonly allow: number;
  readonly deny: number;
  /** Families in which packets are dropped if no rule allows them. In other families they are allowed. */
  readonly closedFor: readonly Family[];
}

/** A DSCP value that packets get. */
export interface MarkSummary {
  readonly dscp: number;
  /** Destination network. If unset, every destination. */
  readonly destination?: string;
}

/** Effects of filters and marks on packets of pods that leave the cluster. */
export interface Restrictions {
  /** Returns the firewall of a namespace. Returns undefined if it has none. */
  readonly firewallOf: (namespace: string) => FirewallSummary | undefined;
  /** Returns the policies that deny the pod some destination, such as `NetworkPolicy shop/isolate`, in byte order. */
  readonly policiesOf: (pod: Pod) => readonly string[];
  /** Returns the marks of packets of the pod, in order of precedence. */
  readonly marksOf: (pod: Pod) => readonly MarkSummary[];
}

/** Indexes the filters and marks of packets of pods. */
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

/** Returns true if a policy restricts egress. A policy that only allows, or passes to later ones, does not. */
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
 * Returns true if rules deny all addresses of a family, on every port, before a rule allows them all. The first
 * matching rule decides. Packets without a matching rule are allowed.
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
