import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { FilterIntent } from '../../../model/intent/filter.js';
import type { PolicyIntent } from '../../../model/intent/policy.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import { groupBy } from '../../../std/group-by.js';
import { type Sample, formatSampleTransport } from '../../../traffic/sample.js';
import type { Coverage, RuleWithPolicy } from './coverage.js';
import { findDeniedBlocks } from './denied-blocks.js';
import { findDroppedAllows } from './dropped-allows.js';
import type { MembersOf } from './members.js';
import { messages } from './messages.js';
import { type FindEgressStages, createFindEgressStages } from './namespace-egress.js';
import { createReportRule } from './report-rule.js';

interface Knowledge {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  readonly coverage: Coverage;
  readonly membersOf: MembersOf;
}

/** Policies and their cluster, against which EgressFirewalls are checked. */
export interface KnownPolicies extends Knowledge {
  readonly findEgress: FindEgressStages;
  /** The namespaces of the pods whose outgoing traffic a policy may drop. In others, nothing conflicts. */
  readonly closedNamespaces: ReadonlySet<string>;
  /** Compiled NetworkPolicies that restrict outgoing traffic, by namespace. */
  readonly policiesIn: ReadonlyMap<string, readonly PolicyIntent[]>;
}

/** Prepares policies for the check of EgressFirewalls. */
export function createKnownPolicies(policies: readonly PolicyIntent[], knowledge: Knowledge): KnownPolicies {
  const closing = policies.filter(
    ({ isolates, rules }) => isolates.includes('Egress') || rules.some(({ direction }) => direction === 'Egress'),
  );
  const ours = closing.filter(({ layer, isCompiled }) => layer === 'namespaced' && isCompiled);
  return {
    ...knowledge,
    findEgress: createFindEgressStages(closing, knowledge.membersOf, knowledge.coverage),
    closedNamespaces: findClosedNamespaces(closing),
    policiesIn: groupBy(ours, ({ cause }) => cause.namespace),
  };
}

/** Returns the namespaces of namespaced policies, and those of the pods that others select. */
function findClosedNamespaces(policies: readonly PolicyIntent[]): ReadonlySet<string> {
  const namespaces = new Set<string>();
  // Policies share the lists of equal selectors.
  const lists = new Set<readonly Pod[]>();
  for (const { layer, cause, subject } of policies) {
    if (layer === 'namespaced') namespaces.add(cause.namespace);
    else lists.add(subject.pods);
  }
  for (const pods of lists) for (const { namespace } of pods) namespaces.add(namespace);
  return namespaces;
}

/**
 * Reports traffic that the EgressFirewalls of a namespace allow and policies drop, and traffic that policies allow and they
 * deny.
 */
export function reportConflicts(
  namespace: string,
  intents: readonly FilterIntent[],
  { cluster, configuration, coverage, findEgress, policiesIn }: KnownPolicies,
  report: Reporter,
): void {
  const reportRule = createReportRule(report);
  const own = intents.flatMap((intent) => intent.rules()).sort((a, b) => a.order - b.order);
  const pods = cluster.podsByNamespace.get(namespace) ?? [];
  const allows = findDroppedAllows(own, pods, findEgress, configuration);
  const dropped = groupBy(allows, ({ by }) => `${titleOf(by.kind, by)} ${by.pointer}`);
  for (const [first, ...more] of dropped.values()) {
    if (!first) continue;
    const { filter, sample, by } = first;
    const finding = messages.droppedByPolicy(1 + more.length, titleOf(by.kind, by), formatSample(sample));
    const alsoAt = more.map((other) => other.filter.cause.pointer);
    reportRule({ ...finding, alsoAt }, filter.cause, { message: 'this drops it', cause: by });
  }
  const rules = (policiesIn.get(namespace) ?? []).flatMap((policy): RuleWithPolicy[] =>
    policy.rules.filter(({ direction }) => direction === 'Egress').map((rule) => ({ policy, rule })),
  );
  for (const { rule, sample, by } of findDeniedBlocks(rules, own, coverage, configuration)) {
    const reason = { message: 'this rule denies it', cause: by.cause };
    reportRule(messages.deniedByFirewall(formatSample(sample)), rule.rule.cause, reason);
  }
}

/** Returns a packet as text, such as `203.0.113.1 TCP 443`. */
function formatSample(sample: Sample): string {
  return `${sample.text} ${formatSampleTransport(sample)}`;
}
