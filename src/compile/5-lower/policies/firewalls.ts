import type { Cluster } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { FilterIntent } from '../../../model/intent/filter.js';
import type { PolicyIntent } from '../../../model/intent/policy.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import { groupBy } from '../../../std/group-by.js';
import { type Sample, formatSampleTransport } from '../../../traffic/sample.js';
import type { Coverage, PlacedRule } from './coverage.js';
import { findDeniedBlocks } from './denied-blocks.js';
import { findDroppedAllows } from './dropped-allows.js';
import type { MembersOf } from './members.js';
import { messages } from './messages.js';
import { createFindEgress } from './namespace-egress.js';
import type { ReportRule } from './report-rule.js';

interface Knowledge {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  readonly coverage: Coverage;
  readonly membersOf: MembersOf;
}

/** Reports what an EgressFirewall allows and policies drop all the same, and the other way round. */
export function reportFirewallConflicts(
  filters: readonly FilterIntent[],
  policies: readonly PolicyIntent[],
  { cluster, configuration, coverage, membersOf }: Knowledge,
  reportRule: ReportRule,
): void {
  const closing = policies.filter(
    ({ isolates, rules }) => isolates.includes('Egress') || rules.some(({ direction }) => direction === 'Egress'),
  );
  if (filters.length === 0 || closing.length === 0) return;
  const firewalls = groupBy(filters, ({ source }) => source.namespace);
  const findEgress = createFindEgress(closing, membersOf, coverage);
  const ours = closing.filter(({ layer, isCompiled }) => layer === 'namespaced' && isCompiled);
  const policiesIn = groupBy(ours, ({ cause }) => cause.namespace);
  for (const [namespace, unordered] of firewalls) {
    const own = [...unordered].sort((a, b) => a.order - b.order);
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
    const rules = (policiesIn.get(namespace) ?? []).flatMap((policy): PlacedRule[] =>
      policy.rules.filter(({ direction }) => direction === 'Egress').map((rule) => ({ policy, rule })),
    );
    for (const { rule, sample, by } of findDeniedBlocks(rules, own, coverage, configuration)) {
      const reason = { message: 'this rule denies it', cause: by.cause };
      reportRule(messages.deniedByFirewall(formatSample(sample)), rule.rule.cause, reason);
    }
  }
}

/** `203.0.113.1 TCP 443`. */
function formatSample(sample: Sample): string {
  return `${sample.text} ${formatSampleTransport(sample)}`;
}
