import { selectsEverything } from '../../../model/label-selector.js';
import type { Direction, PolicyIntent, PolicyPort } from '../../../model/intent/policy.js';
import { compareText } from '../../../std/compare-text.js';
import { subtractTransport } from '../../../traffic/filters/transport-set.js';
import { DNS_PORTS } from '../../../kinds/dns-servers.js';
import { type Coverage, type RuleWithPolicy } from './coverage.js';

/** A rule that allows nothing, because another one allows all of it. */
export interface RepeatedRule {
  readonly rule: RuleWithPolicy;
  readonly by: RuleWithPolicy;
}

const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];
/** More policies of a namespace, or rules, are not held against each: then what one rule costs stays bounded. */
const MAX_POLICIES = 50;
const MAX_RULES = 200;

/**
 * Finds rules of the NetworkPolicies of a namespace that one other rule covers: of their own policy, or of one for the same
 * pods that lets more peers in. What another policy repeats for the same peers is meant to stand there, and so are rules for
 * DNS.
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

/** Other policies for all pods of a policy that close the direction too. */
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
      // Of two that say the same the second is one too many.
      .find((other) => other !== rule && covers(other) && (other.rule.index < rule.rule.index || !isEqual(other))) ??
    others.find((other) => covers(other) && hasMorePeers(other, rule))
  );
}

/** Tells most rules apart without making them ready to be asked. */
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

/** OVN-Kubernetes opens more for a name than is written: nobody relies on that. */
function hasNames({ rule: { ports } }: RuleWithPolicy): boolean {
  return ports.some(({ port }) => typeof port === 'string');
}
