import { selectsEverything } from '../../../model/label-selector.js';
import type { Pod } from '../../../model/cluster.js';
import type { PolicyIntent } from '../../../model/intent/policy.js';
import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
import type { Stage, StageRule } from '../../../traffic/policies/stage.js';
import type { RuleSource } from '../../../traffic/policies/stage-rules.js';
import type { Coverage } from './coverage.js';
import type { MembersOf } from './members.js';

/**
 * Returns the effect of policies on connections from some pods of one namespace to addresses, as one or two stages. A
 * packet that all stages drop is dropped for every pod, and the other way round. Returns an empty list if some pod is
 * unrestricted, or if AdminNetworkPolicies select only some of the pods.
 */
export type FindEgressStages = (pods: readonly Pod[]) => Stage<RuleSource>[];

/** Creates the search for these stages. */
export function createFindEgressStages(
  policies: readonly PolicyIntent[],
  membersOf: MembersOf,
  { matchOf }: Coverage,
): FindEgressStages {
  const egressOf = (policy: PolicyIntent): StageRule<RuleSource>[] =>
    policy.rules.flatMap((rule) => (rule.direction === 'Egress' ? [matchOf({ policy, rule })] : []));
  // Rules that are only for pods do not affect outside addresses.
  const clusterWide = policies
    .filter(({ layer }) => layer !== 'namespaced')
    .map((policy) => ({
      policy,
      rules: egressOf(policy).filter(({ ranges }) => ranges.IPv4.length + ranges.IPv6.length > 0),
    }))
    .filter(({ rules }) => rules.length > 0)
    .map(({ policy, rules }) => ({ policy, rules, members: membersOf(policy.subject) }))
    .sort((a, b) => a.policy.priority - b.policy.priority || compareText(a.policy.cause.name, b.policy.cause.name));
  const byNamespace = groupBy(
    policies.filter(({ layer }) => layer === 'namespaced'),
    ({ cause }) => cause.namespace,
  );
  return (pods) => {
    const [first] = pods;
    if (!first) return [];
    const own = byNamespace.get(first.namespace) ?? [];
    const isolating = own
      .filter(({ isolates, subject }) => isolates.includes('Egress') && subject.pods.length > 0)
      .sort((a, b) => compareText(a.cause.name, b.cause.name));
    const isolated = new Set(isolating.some(selectsAll) ? pods : isolating.flatMap(({ subject }) => subject.pods));
    if (clusterWide.some(({ members }) => pods.some((pod) => members.has(pod) !== members.has(first)))) return [];
    const applied = clusterWide.filter(({ members }) => members.has(first));
    const rulesOf = (layer: PolicyIntent['layer']): StageRule<RuleSource>[] =>
      applied.flatMap(({ policy, rules }) => (policy.layer === layer ? rules : []));
    const [admin, baseline] = [rulesOf('admin'), rulesOf('baseline')];
    // Some pod may do what any of the rules allows.
    const allowed = own.filter(({ subject }) => subject.pods.length > 0).flatMap(egressOf);
    const closed: Stage<RuleSource> = [
      { rules: admin, closedBy: [] },
      { rules: allowed, closedBy: isolating.map((policy): RuleSource => ({ type: 'policy', policy })) },
    ];
    const open: Stage<RuleSource> = [admin, baseline].map((rules) => ({ rules, closedBy: [] }));
    const stages = [...(isolated.size > 0 ? [closed] : []), ...(pods.every((pod) => isolated.has(pod)) ? [] : [open])];
    return stages.every(mayDrop) ? stages : [];
  };
}

function selectsAll({ subject: { podSelector = {} } }: PolicyIntent): boolean {
  return selectsEverything(podSelector);
}

function mayDrop(stage: Stage<RuleSource>): boolean {
  return stage.some(({ rules, closedBy }) => closedBy.length > 0 || rules.some(({ verdict }) => verdict === 'drop'));
}
