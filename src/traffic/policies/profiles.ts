import type { Memo } from '../../model/memo.js';
import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Direction, PolicyIntent } from '../../model/intent/policy.js';
import { compareText } from '../../std/compare-text.js';
import type { TransportSet } from '../filters/transport-set.js';
import { type PeerView, type PodPorts, matchesPeer } from './peer.js';
import { type Layer, type Stage, type StageRule, passRules } from './stage.js';
import { type RuleSource, textOfRule, toRuleForICMP, toStageRule } from './stage-rules.js';
import type { Vocabulary } from './vocabulary.js';

/** What the policies of a pod do to its connections in one direction. */
export interface Profile {
  /** The same number for profiles that say the same, on both sides of a comparison. */
  readonly number: number;
  readonly stage: Stage<RuleSource>;
  /** Selections that its rules ask for. */
  readonly selections: readonly number[];
  /** Which protocols and ports of a peer pass. */
  readonly pass: Pass;
}

/** `ports` are those of the destination. Equal sets are the same list. */
export type Pass = (peer: PeerView, ports: PodPorts) => TransportSet;

/** The part of a policy for one direction. */
interface Part {
  readonly policy: PolicyIntent;
  readonly rules: readonly StageRule<RuleSource>[];
  readonly isolates: boolean;
  /** What it says. */
  readonly number: number;
  /** Tells it from the parts of other policies that say the same. */
  readonly place: number;
}

const LAYERS = ['admin', 'namespaced', 'baseline'] as const;
const DIRECTIONS: readonly Direction[] = ['Ingress', 'Egress'];

/** The profiles of pods that no policy selects are there too. */
export type FindProfile = (pod: Pod, direction: Direction) => Profile;

/** Finds for each pod what the policies that select it do. Pods with the same policies share a profile. */
export function collectProfiles(
  policies: readonly PolicyIntent[],
  vocabulary: Vocabulary,
  configuration: Configuration,
  memo: Memo,
  concerned?: ReadonlySet<Pod>,
): FindProfile {
  const parts = { Ingress: new Map<Pod, Part[]>(), Egress: new Map<Pod, Part[]>() };
  for (const [place, policy] of [...policies].sort(comparePolicies).entries()) {
    const subject = concerned ? policy.subject.pods.filter((pod) => concerned.has(pod)) : policy.subject.pods;
    for (const direction of subject.length > 0 ? DIRECTIONS : []) {
      const content = memo(`filters of ${direction}`, policy, [configuration, vocabulary], () =>
        toPart(policy, direction, vocabulary, configuration),
      );
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
  const toProfileOf = (own: readonly Part[], direction: Direction): Profile => {
    const word = configuration.allowIcmpNetworkPolicy ? 'profile with ICMP' : 'profile';
    const text = `${word} ${direction} ${own.map(({ number }) => number).join()}`;
    return toProfile(own, vocabulary.numberOf(text), vocabulary, configuration);
  };
  const none = { Ingress: toProfileOf([], 'Ingress'), Egress: toProfileOf([], 'Egress') };
  const known = { Ingress: new Map<number | string, Profile>(), Egress: new Map<number | string, Profile>() };
  return (pod, direction) => {
    const own = parts[direction].get(pod);
    const [first] = own ?? [];
    if (!own || !first) return none[direction];
    const key = own.length === 1 ? first.place : own.map(({ place }) => place).join();
    let profile = known[direction].get(key);
    if (!profile) known[direction].set(key, (profile = toProfileOf(own, direction)));
    return profile;
  };
}

/** The order in which they decide, and the same whatever the order of the input. */
function comparePolicies(a: PolicyIntent, b: PolicyIntent): number {
  return (
    a.priority - b.priority ||
    compareText(a.cause.namespace, b.cause.namespace) ||
    compareText(a.cause.name, b.cause.name)
  );
}

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
  const text = `part ${policy.layer} ${policy.priority} ${isolates} ${rules.map(textOfRule).join(';')}`;
  return { policy, rules, isolates, number: vocabulary.numberOf(text) };
}

function toProfile(
  parts: readonly Part[],
  number: number,
  vocabulary: Vocabulary,
  { allowIcmpNetworkPolicy }: Configuration,
): Profile {
  const stage = LAYERS.map((name): Layer<RuleSource> => {
    const own = parts.filter(({ policy }) => policy.layer === name);
    const isolating = allowIcmpNetworkPolicy ? own.find(({ isolates }) => isolates) : undefined;
    const rules = name === 'admin' ? inOrder(own) : own.flatMap((part) => part.rules);
    return {
      rules: isolating ? [...rules, toRuleForICMP(isolating.policy)] : rules,
      closedBy: own.flatMap(({ policy, isolates }) => (isolates ? [{ type: 'policy' as const, policy }] : [])),
    };
  });
  const rules = stage.flatMap((layer) => layer.rules);
  const selections = [...new Set(rules.flatMap((rule) => rule.selections))];
  return { number, stage, selections, pass: createPass(stage, vocabulary) };
}

/** Peers that the same rules are for are looked into once. */
export function createPass(stage: Stage<RuleSource>, { setOf }: Vocabulary): Pass {
  const layers = stage.map(({ rules }) => rules);
  const hasNames = layers.some((rules) => rules.some(({ named }) => named.length > 0));
  const known = new Map<string, TransportSet>();
  return (peer, ports) => {
    let key = hasNames ? ports.key : '';
    const matching = layers.map((rules, layer) =>
      rules.filter((rule, index) => {
        const matches = matchesPeer(rule, peer);
        if (matches) key += ` ${layer}.${index}`;
        return matches;
      }),
    );
    const set = known.get(key) ?? setOf(passRules(matching, stage, ports));
    known.set(key, set);
    return set;
  };
}

/** OVN-Kubernetes v1.3: of policies with one priority, the rule with the lower index has the higher priority as an ACL. */
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
