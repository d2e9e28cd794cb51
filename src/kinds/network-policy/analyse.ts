import { groupBy } from '../../std/group-by.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { isLive } from '../../model/live.js';
import { adviseOnPods } from '../shared/label-advice.js';
import { allowsDNS, findDNSServers } from './dns.js';
import { messages } from './messages.js';
import type { SharedPeers } from './peers.js';
import type { GressRule } from './policy.js';
import { relatedPod } from './related-pod.js';
import { reportBlock } from './report-blocks.js';
import { reportDirection } from './report-directions.js';
import { reportPorts } from './report-ports.js';
import type { ResolvedPolicy } from './resolved.js';

/** Reports parts of compiled policies that have no effect, or another one than is written. */
export function reportSuspicious(policies: readonly ResolvedPolicy[], shared: SharedPeers): void {
  const knowsPods = shared.context.cluster.podsByNamespace.size > 0;
  for (const policy of policies) {
    if (isLive(policy.manifest)) continue;
    const reportAt = createReportAt(policy.manifest, shared.context.report);
    const { subject, spec } = policy;
    const { podSelector } = spec;
    if (knowsPods && subject.pods.length === 0 && !isEverything(podSelector)) {
      const advice = adviseOnPods({ podSelector }, policy.namespace.name, shared.context.cluster);
      reportAt({ ...messages.noPod(advice), alsoAt: ['/spec/ingress', '/spec/egress'] }, '/spec/podSelector');
    }
    for (const direction of ['Ingress', 'Egress'] as const) {
      reportDirection(direction, policy, reportAt);
      spec.rules[direction].forEach((rule, index) => {
        const pointer = `/spec/${direction.toLowerCase()}/${index}`;
        reportPeers(rule, policy, shared, knowsPods, reportAt);
        reportPorts(rule, direction, pointer, policy, reportAt);
      });
    }
  }
  reportWithoutDNS(policies, shared);
}

function isEverything({ matchLabels = {}, matchExpressions = [] }: ResolvedPolicy['spec']['podSelector']): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

function reportPeers(
  { peers, peersPointer }: GressRule,
  { selections, namespace }: ResolvedPolicy,
  shared: SharedPeers,
  knowsPods: boolean,
  reportAt: ReportAt,
): void {
  for (const [index, peer] of peers.entries()) {
    if (knowsPods && selections.get(peer)?.pods.length === 0) {
      const advice = adviseOnPods(peer, namespace.name, shared.context.cluster);
      reportAt(messages.noPeer(advice), `${peersPointer}/${index}`);
    }
    if (peer.ipBlock) reportBlock(peer.ipBlock, `${peersPointer}/${index}/ipBlock`, shared, reportAt);
  }
}

/** Policies with egress rules, of which some pod cannot look names up: no policy of its own allows that either. */
function reportWithoutDNS(policies: readonly ResolvedPolicy[], shared: SharedPeers): void {
  const servers = findDNSServers(shared.context.cluster);
  for (const own of groupBy(policies, ({ namespace }) => namespace.name).values()) {
    const resolving = new Set(
      own.filter(({ rules }) => rules.some((rule) => allowsDNS(rule, servers))).flatMap(({ subject }) => subject.pods),
    );
    for (const { manifest, spec, subject, rules } of own) {
      if (isLive(manifest) || !spec.types.includes('Egress')) continue;
      if (!rules.some(({ direction }) => direction === 'Egress')) continue;
      const cut = subject.pods.find((pod) => !resolving.has(pod) && !servers.has(pod));
      if (!cut) continue;
      const related = [relatedPod(cut, 'this pod cannot reach DNS')];
      createReportAt(manifest, shared.context.report)(messages.withoutDNS(cut.name), '/spec/egress', related);
    }
  }
}
