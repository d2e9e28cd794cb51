import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Direction, PolicyIntent } from '../../model/intent/policy.js';
import { memoize, memoizeWeak } from '../../std/memoize.js';
import { compareText } from '../../std/compare-text.js';
import { layerOfReplies } from './replies.js';
import { type Pass, createPass } from './pass.js';
import type { Layer, Stage, StageRule } from './stage.js';
import { type RuleSource, textOfRule, toRuleForICMP, toStageRule } from './stage-rules.js';
import type { Vocabulary } from './vocabulary.js';

/** The effect of a pod's policies on its connections in one direction. */
export interface Profile {
  /** Number of the profile, equal for equal profiles on both sides of a comparison. */
  readonly number: number;
  readonly stage: Stage<RuleSource>;
  /** Selections used by its rules. */
  readonly selections: readonly number[];
  /** Returns the protocols and ports of a peer that pass. */
  readonly pass: Pass;
  /**
   * Returns the protocols and ports that pass if a load balancer forwards the packets and tracks them. If unset, `pass`
   * applies.
   */
  readonly passBalanced?: Pass;
  /** Profile for packets whose replies are ignored. If unset, this one applies. */
  readonly oneWay?: Profile;
}

/** The part of a policy for one direction. */
interface Part {
  readonly policy: PolicyIntent;
  readonly rules: readonly StageRule<RuleSource>[];
  readonly isolates: boolean;
  /** Number of the content. */
  readonly number: number;
  /** Place of the policy, to distinguish parts with equal content. */
  readonly place: number;
}

const LAYERS = ['admin', 'namespaced', 'baseline'] as const;
const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];
const OTHER = { Ingress: 'Egress', Egress: 'Ingress' } as const;

/** Returns the profile of a pod, also if no policy selects it. */
export type FindProfile = (pod: Pod, direction: Direction) => Profile;

/**
 * Returns a function that finds the profile of each pod from the policies that select it. Pods with the same policies
 * share a profile.
 */
export function collectProfiles(
  policies: readonly PolicyIntent[],
  vocabulary: Vocabulary,
  configuration: Configuration,
  concerned?: ReadonlySet<Pod>,
): FindProfile {
  const parts = { Ingress: new Map<Pod, Part[]>(), Egress: new Map<Pod, Part[]>() };
  for (const [place, policy] of [...policies].sort(comparePolicies).entries()) {
    const subject = concerned ? policy.subject.pods.filter((pod) => concerned.has(pod)) : policy.subject.pods;
    for (const direction of subject.length > 0 ? DIRECTIONS : []) {
      const content = partsOf(vocabulary)(configuration)(policy)(direction);
      if (content.rules.length === 0 && !content.isolates) continue;
      const part = { ...content, place };
      for (const pod of subject) {
        if (pod.hostNetwork) continue;
        const own = parts[direction].get(pod);
        if (own) own.push(part);
        else parts[direction].set(pod, [part]);
      }
    }
  }
  const toProfileOf = (own: readonly Part[], back: readonly Part[], direction: Direction): Profile => {
    const word = configuration.allowIcmpNetworkPolicy ? 'profile with ICMP' : 'profile';
    const text = [own, back].map((parts) => parts.map(({ number }) => number).join()).join(' back by ');
    return toProfile(own, back, vocabulary.numberOf(`${word} ${direction} ${text}`), vocabulary, configuration);
  };
  const none = { Ingress: toProfileOf([], [], 'Ingress'), Egress: toProfileOf([], [], 'Egress') };
  const known = { Ingress: new Map<number | string, Profile>(), Egress: new Map<number | string, Profile>() };
  return (pod, direction) => {
    const own = parts[direction].get(pod);
    const [first] = own ?? [];
    if (!own || !first) return none[direction];
    // Only untracked replies are evaluated by the rules of the opposite direction.
    const back = own.some(isOfStateless) ? (parts[OTHER[direction]].get(pod) ?? []) : [];
    const key = own.length + back.length === 1 ? first.place : [own, back].map(placesOf).join(' ');
    let profile = known[direction].get(key);
    if (!profile) known[direction].set(key, (profile = toProfileOf(own, back, direction)));
    return profile;
  };
}

function isOfStateless({ policy }: Part): boolean {
  return policy.stateless;
}

function placesOf(parts: readonly Part[]): string {
  return parts.map(({ place }) => place).join();
}

/** Compares policies by precedence, independent of the order of the input. */
function comparePolicies(a: PolicyIntent, b: PolicyIntent): number {
  return (
    a.priority - b.priority ||
    compareText(a.cause.namespace, b.cause.namespace) ||
    compareText(a.cause.name, b.cause.name)
  );
}

/** The parts of a policy. They are made once, because the sides of a comparison share most policies. */
const partsOf = memoizeWeak((vocabulary: Vocabulary) =>
  memoizeWeak((configuration: Configuration) =>
    memoizeWeak((policy: PolicyIntent) =>
      memoize((direction: Direction) => toPart(policy, direction, vocabulary, configuration)),
    ),
  ),
);

function toPart(
  policy: PolicyIntent,
  direction: Direction,
  vocabulary: Vocabulary,
  configuration: Configuration,
): Omit<Part, 'place'> {
  const rules = policy.rules
    .filter((rule) => rule.direction === direction)
    .map((rule) => toStageRule(policy, rule, vocabulary, configuration));
  const isolates = policy.isolates.includes(direction);
  const word = policy.stateless ? 'stateless part' : 'part';
  const text = `${word} ${policy.layer} ${policy.priority} ${isolates} ${rules.map(textOfRule).join(';')}`;
  return { policy, rules, isolates, number: vocabulary.numberOf(text) };
}

/**
 * Returns the profile of a pod's policies in a direction. `back` are those of the opposite direction, which apply to
 * untracked replies.
 */
function toProfile(
  parts: readonly Part[],
  back: readonly Part[],
  number: number,
  vocabulary: Vocabulary,
  configuration: Configuration,
): Profile {
  const tracked = toStage(parts, configuration);
  const stateless = parts.filter(isOfStateless).flatMap(({ rules }) => rules);
  const hasUntracked = stateless.length > 0;
  const stage = hasUntracked ? [layerOfReplies(stateless, toStage(back, configuration)), ...tracked] : tracked;
  // A rule for any peer also matches the address of a Service, so that load balancers do not get the packets.
  const isBalanced = hasUntracked && !stateless.some(({ isAny }) => isAny);
  const rules = stage.flatMap((layer) => layer.rules);
  const selections = [...new Set(rules.flatMap((rule) => rule.selections))];
  const pass = createPass(stage, vocabulary);
  if (!hasUntracked) return { number, stage, selections, pass };
  const passTracked = createPass(tracked, vocabulary);
  const oneWay = {
    number,
    stage: tracked,
    selections,
    pass: passTracked,
    ...(isBalanced ? {} : { passBalanced: pass }),
  };
  return { number, stage, selections, pass, oneWay, ...(isBalanced ? { passBalanced: passTracked } : {}) };
}

function toStage(parts: readonly Part[], { allowIcmpNetworkPolicy }: Configuration): Layer<RuleSource>[] {
  return LAYERS.map((name): Layer<RuleSource> => {
    const own = parts.filter(({ policy }) => policy.layer === name);
    const isolating = allowIcmpNetworkPolicy ? own.find(({ isolates }) => isolates) : undefined;
    const rules = name === 'admin' ? inOrder(own) : own.flatMap((part) => part.rules);
    return {
      rules: isolating ? [...rules, toRuleForICMP(isolating.policy)] : rules,
      closedBy: own.flatMap(({ policy, isolates }) => (isolates ? [{ type: 'policy' as const, policy }] : [])),
    };
  });
}

/**
 * Sorts rules by precedence. If policies have equal priorities, the rule with the lower index has the higher ACL
 * priority (OVN-Kubernetes).
 */
function inOrder(parts: readonly Part[]): StageRule<RuleSource>[] {
  const ranked = parts.flatMap(({ policy, rules }) =>
    rules.map((rule) => ({
      rule,
      priority: policy.priority,
      index: rule.source.type === 'rule' ? rule.source.rule.index : 0,
    })),
  );
  return ranked.sort((a, b) => a.priority - b.priority || a.index - b.index).map(({ rule }) => rule);
}
