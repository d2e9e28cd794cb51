import type { Both, Side } from '../../traffic/side.js';
import { compareAnswers } from './answers.js';
import type { TrafficChanges } from '../../traffic/change.js';
import type { Pod } from '../../model/cluster.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import { memoizeWeak } from '../../std/memoize.js';
import { findConcerned } from './concerned.js';
import { compareConnections } from './connections.js';
import { collectSources } from './filter-sources.js';
import { createFilterComparison } from './filters.js';
import { addGapsToChanges } from './gaps.js';
import { createPodFinder } from '../../traffic/egress-segments.js';
import { collectLostReplies } from '../../traffic/lost-replies.js';
import { type Traffic, collectTraffic } from '../../traffic/collect-traffic.js';
import { type PolicyChanges, joinPolicyChanges } from './join-policy-changes.js';
import { COMPARISON_LIMITS, type ComparisonLimits } from './limits.js';
import { compareMarks } from './marks.js';
import { compareEgress } from './egress.js';
import { compareRedirections } from './redirections.js';
import { type DecidePolicies, addPodsToCome } from './policy-comparisons.js';
import { buildPolicySides } from './policy-sides.js';
import { sameFilter } from '../../traffic/same.js';
import { sameList } from '../../std/same-items.js';

/**
 * Returns the changes for packets between two compilations. Different rules with the same effect on all packets are no
 * change, such as reordered rules or split CIDRs. Namespaces are in byte order. Equal lists of rules are skipped.
 */
export function compareTraffic(
  sides: Both<Side>,
  decide?: Both<DecidePolicies>,
  limits = COMPARISON_LIMITS,
): TrafficChanges {
  // Filters that both sides share are the same objects. Their rules are made once.
  const rulesOf = memoizeWeak(({ rules }: FilterIntent) => rules());
  const before = collectTraffic(sides.before.intents, rulesOf);
  const after = collectTraffic(sides.after.intents, rulesOf);
  const filters = { before: before.filters, after: after.filters };
  const filtered = changedKeys(before.filters, after.filters, sameFilter).map(([namespace]) => namespace);
  const { pairs, omitted } = decide ? addPodsToCome(sides, decide, filtered) : { pairs: [sides], omitted: 0 };
  const { flows, connections } = joinPolicyChanges(pairs.map((pair) => comparePolicies(pair, filters, limits)));
  const changes: TrafficChanges = {
    flows,
    connections: { ...connections, unexplored: connections.unexplored + omitted },
    marks: compareMarks({ before, after }, sides),
    egress: compareEgress({ before: before.egress, after: after.egress }, sides),
    redirections: compareRedirections({ before: before.redirects, after: after.redirects }),
    answers: compareAnswers(sides),
  };
  return addGapsToChanges(changes, sides.after, after.egress);
}

/** Returns the changes in what filters and policies allow. */
function comparePolicies(
  sides: Both<Side>,
  filters: Both<Traffic['filters']>,
  limits: ComparisonLimits,
): PolicyChanges {
  const policies = buildPolicySides(sides, filters, findPodsToCompare(sides, filters));
  return {
    flows: collectSources(policies, filters).flatMap(createFilterComparison(sides, policies)),
    connections: compareConnections(policies, sides, limits),
  };
}

/**
 * Returns the pods that policies may treat differently, those of namespaces with changed filters, and those that lose
 * replies. Returns undefined for all pods.
 */
function findPodsToCompare(sides: Both<Side>, filters: Both<Traffic['filters']>): ReadonlySet<Pod> | undefined {
  const concerned = findConcerned(sides);
  for (const pod of concerned ? findLosers(sides) : []) concerned?.add(pod);
  for (const [namespace] of concerned ? changedKeys(filters.before, filters.after, sameFilter) : []) {
    for (const pod of sides.after.cluster.podsByNamespace.get(namespace) ?? []) concerned?.add(pod);
  }
  return concerned;
}

/** Returns the pods of the new side that lose replies to external clients, on at least one side. */
function findLosers({ before, after }: Both<Side>): Pod[] {
  const addresses = [before, after].flatMap((side) => [...collectLostReplies(side).keys()]);
  const findPod = createPodFinder(after.cluster);
  return addresses.flatMap((address) => findPod(address) ?? []);
}

function changedKeys<T>(
  before: ReadonlyMap<string, readonly T[]>,
  after: ReadonlyMap<string, readonly T[]>,
  same: (a: T, b: T) => boolean,
): [string, Both<readonly T[]>][] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): [string, Both<readonly T[]>][] => {
    const lists = { before: before.get(key) ?? [], after: after.get(key) ?? [] };
    return sameList(lists.before, lists.after, same) ? [] : [[key, lists]];
  });
}
