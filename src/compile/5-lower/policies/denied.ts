import type { Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Direction, PolicyIntent, PolicyRule } from '../../../model/intent/policy.js';
import type { Profile } from '../../../traffic/policies/profiles.js';
import type { PodPorts } from '../../../traffic/policies/peer.js';
import { decide } from '../../../traffic/policies/stage.js';
import { readPorts } from '../../../traffic/policies/views.js';
import type { Vocabulary } from '../../../traffic/policies/vocabulary.js';
import type { Coverage } from './coverage.js';
import { createFindDenied } from './denied-packets.js';
import { type MembersOf, createFindProfile } from './members.js';

/** Rule of a NetworkPolicy of which every packet is denied. */
export interface DeniedRule {
  readonly rule: PolicyRule;
  /** The rule of an AdminNetworkPolicy that denies the first packet. */
  readonly by: Cause;
}

/** Pods that AdminNetworkPolicies treat alike. `ports` are set for incoming connections. */
interface Subject {
  readonly profile: Profile;
  readonly ports?: PodPorts;
}

/**
 * Creates a function that returns the rules of a NetworkPolicy whose packets AdminNetworkPolicies deny for every
 * existing pod of the policy and every peer.
 */
export function createFindDeniedRules(
  policies: readonly PolicyIntent[],
  coverage: Coverage,
  membersOf: MembersOf,
  vocabulary: Vocabulary,
  configuration: Configuration,
): (policy: PolicyIntent) => DeniedRule[] {
  const admin = policies.filter(({ layer }) => layer === 'admin');
  const denying = new Set(
    admin.flatMap(({ rules }) => rules.flatMap(({ verdict, direction }) => (verdict === 'drop' ? [direction] : []))),
  );
  if (denying.size === 0) return () => [];
  const findProfile = createFindProfile(admin, membersOf, vocabulary, configuration);
  const findDenied = createFindDenied(admin, coverage, membersOf, vocabulary, configuration);
  const toSubject = (pod: Pod, direction: Direction): Subject => {
    const profile = findProfile(pod, direction);
    return direction === 'Ingress' ? { profile, ports: readPorts(pod) } : { profile };
  };
  return (policy) => {
    const [pod] = policy.subject.pods;
    if (!pod) return [];
    return [...denying].flatMap((direction) => {
      const first = toSubject(pod, direction);
      const rules = policy.rules.filter((rule) => rule.direction === direction);
      return rules.flatMap((rule): DeniedRule[] => {
        const placed = { policy, rule };
        const denied = findDenied(placed, first.profile, first.ports);
        if (!denied) return [];
        const others = onePerKind(policy.subject.pods.map((one) => toSubject(one, direction)));
        if (!others.every(({ profile, ports }) => findDenied(placed, profile, ports))) return [];
        const { rule: decider } = decide(first.profile.stage, denied.view, denied.ports, denied.place);
        return decider?.source.type === 'rule' ? [{ rule, by: decider.source.rule.cause }] : [];
      });
    });
  };
}

function onePerKind(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((one) => [`${one.profile.number} ${one.ports?.key ?? ''}`, one])).values()];
}
