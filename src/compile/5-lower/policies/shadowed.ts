import type { Configuration } from '../../../model/configuration.js';
import type { Direction, PolicyIntent } from '../../../model/intent/policy.js';
import type { Family } from '../../../net/address.js';
import { compareText } from '../../../std/compare-text.js';
import { NO_RULE, classify } from '../../../traffic/filters/classify.js';
import { findRuleUse } from '../../../traffic/filters/rule-use.js';
import type { SweepRule } from '../../../traffic/filters/sweep.js';
import { wholeProtocol } from '../../../traffic/filters/transport-range.js';
import { intersectTransport, mergeTransport, subtractTransport } from '../../../traffic/filters/transport-set.js';
import { type Coverage, type RuleWithPolicy, selectionsOfRule } from './coverage.js';

/** Rule that never decides, because earlier rules decide all of its traffic. */
export interface ShadowedRule {
  readonly rule: RuleWithPolicy;
  /** One of the earlier rules, preferably with another verdict. */
  readonly by: RuleWithPolicy;
}

const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];
/** Number of priorities. With more policies, only the rules of one policy are compared with each other. */
const MAX_POLICIES = 100;

/**
 * Returns the rules of AdminNetworkPolicies and of the BaselineAdminNetworkPolicy that earlier rules shadow. The
 * earlier rules belong to the same policy, or to AdminNetworkPolicies of a higher precedence. A rule that repeats
 * another policy for the same peers is intentional.
 */
export function findShadowed(
  policies: readonly PolicyIntent[],
  coverage: Coverage,
  configuration: Configuration,
): ShadowedRule[] {
  const admin = policies
    .filter(({ layer }) => layer === 'admin')
    .sort((a, b) => a.priority - b.priority || compareText(a.cause.name, b.cause.name));
  const compared = admin.length > MAX_POLICIES ? [] : admin;
  const ours = policies.filter(({ layer, isCompiled }) => isCompiled && layer !== 'namespaced');
  return ours.flatMap((policy) =>
    DIRECTIONS.flatMap((direction) => {
      const before = decidingBefore(policy, compared, direction);
      const earlier = before.filter((other) => coverage.isWithin(policy.subject, other.policy.subject));
      return findIn([...earlier, ...rulesOf(policy, direction)], earlier.length, coverage, configuration);
    }),
  );
}

function rulesOf(policy: PolicyIntent, direction: Direction): RuleWithPolicy[] {
  return policy.rules.filter((rule) => rule.direction === direction).map((rule) => ({ policy, rule }));
}

/**
 * Returns rules of AdminNetworkPolicies that decide before a policy. Between policies of the same priority, the order
 * is unknown.
 */
function decidingBefore(
  { layer, priority }: PolicyIntent,
  admin: readonly PolicyIntent[],
  direction: Direction,
): readonly RuleWithPolicy[] {
  if (layer === 'admin') {
    return admin.filter((other) => other.priority < priority).flatMap((other) => rulesOf(other, direction));
  }
  const rules = admin.flatMap((other) => rulesOf(other, direction));
  const pass = rules.findIndex(({ rule }) => rule.verdict === 'pass');
  // The baseline may still decide traffic that a rule passes on.
  return pass < 0 ? rules : rules.slice(0, pass);
}

/** Returns the shadowed rules of a list from `start` on. */
function findIn(
  rules: readonly RuleWithPolicy[],
  start: number,
  coverage: Coverage,
  configuration: Configuration,
): ShadowedRule[] {
  if (rules.length < 2 || rules.length === start) return [];
  const lists = rules.map((one) => {
    const { ranges, transport, verdict } = coverage.matchOf(one);
    return { addresses: [...ranges.IPv4, ...ranges.IPv6], transport, value: verdict };
  });
  const { ipFamilies } = configuration;
  const { deciding } = findRuleUse(lists, ipFamilies, undefined);
  return rules.flatMap((rule, index): ShadowedRule[] => {
    if (index < start || deciding[index] === true || !coverage.isInUse(rule)) return [];
    const forPods = coverersOfPods(rule, rules.slice(0, index), coverage, ipFamilies);
    if (!forPods) return [];
    const coverers = [...forPods, ...decidersOfAddresses(lists, index, ipFamilies).flatMap((at) => rules[at] ?? [])];
    const by =
      coverers.find((one) => one.rule.verdict !== rule.rule.verdict) ??
      coverers.find((one) => isNews(one, rule, coverage));
    return by ? [{ rule, by }] : [];
  });
}

/** Returns true if it is worth reporting that a rule with the same verdict covers another. */
function isNews(by: RuleWithPolicy, rule: RuleWithPolicy, { hasMorePeers }: Coverage): boolean {
  return by.policy === rule.policy || hasMorePeers(by, rule);
}

/**
 * Returns the rules of a list that decide all traffic between the subject and the selected pods of a later rule, for
 * any pods. Returns an empty list if the later rule selects none, and undefined if some traffic remains.
 */
function coverersOfPods(
  { policy, rule }: RuleWithPolicy,
  earlier: readonly RuleWithPolicy[],
  { isWithin, matchOf }: Coverage,
  ipFamilies: readonly Family[],
): RuleWithPolicy[] | undefined {
  const { transport, named } = matchOf({ policy, rule });
  // OVN-Kubernetes: for incoming connections, named ports also affect pods that are not the subject.
  if (named.length > 0 && rule.direction === 'Ingress') return undefined;
  const wanted = mergeTransport([...transport, ...named.flatMap(({ protocol }) => wholeProtocol(protocol))]);
  const coverers = new Set<RuleWithPolicy>();
  for (const selection of selectionsOfRule(rule)) {
    let left = wanted;
    for (const other of earlier) {
      const match = matchOf(other);
      if (intersectTransport(left, match.transport).length === 0) continue;
      const covers =
        ipFamilies.every((family) => match.containsPodNetwork[family]) ||
        selectionsOfRule(other.rule).some((one) => isWithin(selection, one));
      if (!covers) continue;
      coverers.add(other);
      left = subtractTransport(left, match.transport);
    }
    if (left.length > 0) return undefined;
  }
  return [...coverers];
}

/** Returns the indexes of the earlier rules that decide the addresses of a rule, ascending. */
function decidersOfAddresses(
  lists: readonly SweepRule<unknown>[],
  index: number,
  ipFamilies: readonly Family[],
): number[] {
  const own = lists.slice(index, index + 1);
  const regions = ipFamilies.flatMap((family) =>
    classify([lists.slice(0, index), own], family, ([decider = NO_RULE, match = NO_RULE]) =>
      match === NO_RULE || decider === NO_RULE ? undefined : `${decider}`,
    ),
  );
  return [...new Set(regions.map(({ label }) => Number(label)))].sort((a, b) => a - b);
}
