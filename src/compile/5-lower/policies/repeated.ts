import { selectsEverything } from '../../../model/label-selector.js';
import type { Direction, PolicyIntent, PolicyPort } from '../../../model/intent/policy.js';
import { compareText } from '../../../std/compare-text.js';
import { subtractTransport } from '../../../traffic/filters/transport-set.js';
import { DNS_PORTS } from '../../../kinds/shared/dns-servers.js';
import { type Coverage, type RuleWithPolicy } from './coverage.js';

/** Redundant rule: another one allows everything that it allows. */
export interface RepeatedRule {
  readonly rule: RuleWithPolicy;
  readonly by: RuleWithPolicy;
}

const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];
/** Limits of policies and rules that are compared with each rule. They bound the cost of one rule. */
const MAX_POLICIES = 50;
const MAX_RULES = 200;

/**
 * Returns rules of a namespace's NetworkPolicies that one other rule covers. The other rule belongs to the same policy,
 * or to one for the same pods that allows more peers. A rule that repeats another policy for the same peers is
 * intentional, and so are rules for DNS.
 */
export function findRepeated(policies: readonly PolicyIntent[], coverage: Coverage): RepeatedRule[] {
  const ordered = [...policies].sort((a, b) => compareText(a.cause.name, b.cause.name));
  return DIRECTIONS.flatMap((direction) => {
    const rulesOf = (policy: PolicyIntent): RuleWithPolicy[] =>
      policy.rules.filter((rule) => rule.direction === direction).map((rule) => ({ policy, rule }));
    const lists = new Map(ordered.map((policy) => [policy, rulesOf(policy)]));
    return ordered
      .filter(({ isCompiled }) => isCompiled)
      .flatMap((policy) => {
        const own = lists.get(policy) ?? [];
        if (own.length === 0) return [];
        const others = widerPolicies(policy, direction, ordered, coverage).flatMap((other) => lists.get(other) ?? []);
        return own.flatMap((rule): RepeatedRule[] => {
          const by = isForDNS(rule.rule.ports) ? undefined : findCover(rule, own, others.slice(0, MAX_RULES), coverage);
          return by && coverage.isInUse(rule) ? [{ rule, by }] : [];
        });
      });
  });
}

/** Returns other policies that select all pods of a policy and isolate the same direction. */
function widerPolicies(
  { subject, stateless, cause }: PolicyIntent,
  direction: Direction,
  policies: readonly PolicyIntent[],
  { isWithin }: Coverage,
): PolicyIntent[] {
  const likely =
    policies.length <= MAX_POLICIES
      ? policies
      : policies.filter((other) => other.subject === subject || isEverything(other)).slice(0, MAX_POLICIES);
  return likely.filter(
    (other) =>
      other.cause.name !== cause.name &&
      other.isolates.includes(direction) &&
      other.stateless === stateless &&
      isWithin(subject, other.subject),
  );
}

function isEverything({ subject: { podSelector = {} } }: PolicyIntent): boolean {
  return selectsEverything(podSelector);
}

function isForDNS(ports: readonly PolicyPort[]): boolean {
  return (
    ports.length > 0 &&
    ports.every(({ port, endPort = port }) => endPort === port && DNS_PORTS.some((one) => one === port))
  );
}

function findCover(
  rule: RuleWithPolicy,
  own: readonly RuleWithPolicy[],
  others: readonly RuleWithPolicy[],
  { coversPeers, hasMorePeers, matchOf }: Coverage,
): RuleWithPolicy | undefined {
  const covers = (other: RuleWithPolicy): boolean =>
    !hasNames(other) &&
    mayCoverPorts(other.rule.ports, rule.rule.ports) &&
    coversPeers(other, rule) &&
    subtractTransport(matchOf(rule).transport, matchOf(other).transport).length === 0;
  const isEqual = (other: RuleWithPolicy): boolean =>
    !hasNames(rule) &&
    coversPeers(rule, other) &&
    subtractTransport(matchOf(other).transport, matchOf(rule).transport).length === 0;
  return (
    own
      .slice(0, MAX_RULES)
      // If two rules are equal, the second is redundant.
      .find((other) => other !== rule && covers(other) && (other.rule.index < rule.rule.index || !isEqual(other))) ??
    others.find((other) => covers(other) && hasMorePeers(other, rule))
  );
}

/** Returns false for most rules that do not cover the ports, without the cost of an exact comparison. */
function mayCoverPorts(wide: readonly PolicyPort[], narrow: readonly PolicyPort[]): boolean {
  const [first] = narrow;
  if (wide.length === 0 || !first) return wide.length === 0;
  const { protocol, port: wanted } = first;
  return wide.some(
    ({ port, endPort = port, ...own }) =>
      own.protocol === protocol &&
      (typeof port !== 'number' || typeof wanted !== 'number' || (port <= wanted && wanted <= Number(endPort))),
  );
}

/**
 * Returns true if a rule has named ports. OVN-Kubernetes opens more ports for a name than the rule states, and no user
 * relies on that.
 */
function hasNames({ rule: { ports } }: RuleWithPolicy): boolean {
  return ports.some(({ port }) => typeof port === 'string');
}
