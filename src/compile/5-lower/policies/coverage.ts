import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { LabelSelector } from '../../../model/label-selector.js';
import type { PodSelection, PolicyIntent, PolicyRule } from '../../../model/intent/policy.js';
import { implies, valuesOf } from '../../../selectors/implication.js';
import { compileSelector, isSelectorProblem } from '../../../selectors/selector.js';
import type { AddressRange } from '../../../traffic/filters/address-range.js';
import { memoize } from '../../../std/memoize.js';
import type { StageRule } from '../../../traffic/policies/stage.js';
import { type RuleSource, toStageRule } from '../../../traffic/policies/stage-rules.js';
import type { Vocabulary } from '../../../traffic/policies/vocabulary.js';
import { FAMILIES } from '../../../net/address.js';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const EVERYTHING: LabelSelector = {};

/**
 * Compares rules and selections of policies for any present or future pods: by selectors, not by the pods that they
 * select.
 */
export interface Coverage {
  /** Returns true if every pod of a selection belongs to the other. */
  readonly isWithin: (narrow: PodSelection, wide: PodSelection) => boolean;
  /** Returns true if every peer of a rule is a peer of the other. */
  readonly coversPeers: (wide: RuleWithPolicy, narrow: RuleWithPolicy) => boolean;
  /** Returns true if a rule that covers another one currently has peers that the other does not have. */
  readonly hasMorePeers: (wide: RuleWithPolicy, narrow: RuleWithPolicy) => boolean;
  /** Returns the packets that a rule matches. */
  readonly matchOf: (rule: RuleWithPolicy) => StageRule<RuleSource>;
  /** Returns true if the rule can match something. If no pod is known, every selection may match some. */
  readonly isInUse: (rule: RuleWithPolicy) => boolean;
}

/** A rule with its policy. */
export interface RuleWithPolicy {
  readonly policy: PolicyIntent;
  readonly rule: PolicyRule;
}

/** Creates comparisons of rules. Namespaces count with their current labels. */
export function createCoverage(
  { namespaces, podsByNamespace }: Cluster,
  configuration: Configuration,
  vocabulary: Vocabulary,
): Coverage {
  const hasLabels = createLabelTest(namespaces);
  const isNamespaceWithin = (narrow: PodSelection['namespaces'], wide: PodSelection['namespaces']): boolean => {
    const names = typeof narrow === 'string' ? [narrow] : valuesOf(narrow, NAME_LABEL);
    if (typeof wide === 'string') return names?.every((name) => name === wide) === true;
    if (typeof narrow !== 'string' && implies(narrow, wide)) return true;
    return names?.every((name) => hasLabels(name, wide)) === true;
  };
  // Returns false if only the narrow selection matches pods on the host network. Without a pod selector, they are
  // excluded.
  const keepsHosts = (narrow: PodSelection, wide: PodSelection): boolean =>
    wide.podSelector !== undefined || narrow.podSelector === undefined || vocabulary.hostsOf(narrow).length === 0;
  const isWithin = (narrow: PodSelection, wide: PodSelection): boolean =>
    narrow === wide ||
    (implies(narrow.podSelector ?? EVERYTHING, wide.podSelector ?? EVERYTHING) &&
      isNamespaceWithin(narrow.namespaces, wide.namespaces) &&
      keepsHosts(narrow, wide));
  const matches = new Map<PolicyRule, StageRule<RuleSource>>();
  const matchOf = ({ policy, rule }: RuleWithPolicy): StageRule<RuleSource> => {
    const match = matches.get(rule) ?? toStageRule(policy, rule, vocabulary, configuration);
    matches.set(rule, match);
    return match;
  };
  const coversPeers = (wide: RuleWithPolicy, narrow: RuleWithPolicy): boolean => {
    if (wide.rule.peers.length === 0) return true;
    if (narrow.rule.peers.length === 0) return false;
    const selections = selectionsOfRule(wide.rule);
    if (!selectionsOfRule(narrow.rule).every((one) => selections.some((other) => isWithin(one, other)))) return false;
    return !hasAddresses(narrow) || (hasAddresses(wide) && coversAddresses(matchOf(wide), matchOf(narrow)));
  };
  const known = new Map<string, boolean>();
  const hasMorePods = (wide: readonly PodSelection[], narrow: readonly PodSelection[]): boolean => {
    const key = [wide, narrow].map((some) => some.map(vocabulary.selectionOf).join()).join(' ');
    const answer = known.get(key) ?? someOutside(wide, new Set(narrow.flatMap(({ pods }) => pods)));
    known.set(key, answer);
    return answer;
  };
  const hasMorePeers = (wide: RuleWithPolicy, narrow: RuleWithPolicy): boolean => {
    if (narrow.rule.peers.length === 0 || wide.rule.peers.length === 0) return narrow.rule.peers.length > 0;
    if (hasAddresses(wide) && !coversAddresses(matchOf(narrow), matchOf(wide))) return true;
    return !coversPeers(narrow, wide) && hasMorePods(selectionsOfRule(wide.rule), selectionsOfRule(narrow.rule));
  };
  const isInUse = (placed: RuleWithPolicy): boolean => {
    const { policy, rule } = placed;
    const { transport, named, ranges } = matchOf(placed);
    if (transport.length + named.length === 0) return false;
    if (podsByNamespace.size === 0) return true;
    const hasPeers = rule.peers.length === 0 || ranges.IPv4.length + ranges.IPv6.length > 0;
    return policy.subject.pods.length > 0 && (hasPeers || selectionsOfRule(rule).some(({ pods }) => pods.length > 0));
  };
  return { isWithin, coversPeers, hasMorePeers, matchOf, isInUse };
}

/** Returns the pod selections among the peers of a rule. */
export function selectionsOfRule({ peers }: PolicyRule): PodSelection[] {
  return peers.flatMap((peer) => (peer.type === 'pods' ? [peer.selection] : []));
}

function someOutside(selections: readonly PodSelection[], inside: ReadonlySet<Pod>): boolean {
  return selections.some(({ pods }) => pods.some((pod) => !inside.has(pod)));
}

function hasAddresses({ rule: { peers } }: RuleWithPolicy): boolean {
  return peers.some(({ type }) => type !== 'pods');
}

function createLabelTest(namespaces: Cluster['namespaces']): (name: string, selector: LabelSelector) => boolean {
  const compile = memoize(compileSelector);
  return (name, selector) => {
    const compiled = compile(selector);
    return !isSelectorProblem(compiled) && compiled.matches(namespaces.get(name)?.labels ?? { [NAME_LABEL]: name });
  };
}

function coversAddresses(wide: StageRule<unknown>, narrow: StageRule<unknown>): boolean {
  return FAMILIES.every((family) => isInside(narrow.ranges[family], wide.ranges[family]));
}

/** Returns true if ranges are inside others. Both lists are ascending and disjoint, and touching ranges are joined. */
function isInside(narrow: readonly AddressRange[], wide: readonly AddressRange[]): boolean {
  let at = 0;
  return narrow.every(({ first, end }) => {
    while ((wide[at]?.end ?? end) < end) at++;
    const range = wide[at];
    return range !== undefined && range.first <= first;
  });
}
