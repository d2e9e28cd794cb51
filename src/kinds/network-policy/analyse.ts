import type { Pod } from '../../model/cluster.js';
import type { Direction, PolicyPort } from '../../model/intent/policy.js';
import { groupBy } from '../../std/group-by.js';
import { formatPrefix, isInside, parseCIDR, withoutLeadingZeros } from '../../net/prefix.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { isLive } from '../live.js';
import { allowsDNS, findDNSServers } from './dns.js';
import { messages } from './messages.js';
import type { Shared } from './peers.js';
import type { GressRule, PolicyPeer } from './policy.js';
import type { ResolvedPolicy } from './resolved.js';

/** Reports parts of compiled policies that have no effect, or another one than is written. */
export function reportSuspicious(policies: readonly ResolvedPolicy[], shared: Shared): void {
  const knowsPods = shared.context.cluster.podsByNamespace.size > 0;
  for (const policy of policies) {
    if (isLive(policy.manifest)) continue;
    const reportAt = createReportAt(policy.manifest, shared.context.report);
    const { subject, spec } = policy;
    if (knowsPods && subject.pods.length === 0 && !isEverything(spec.podSelector))
      reportAt(messages.noPod(), '/spec/podSelector');
    for (const direction of ['Ingress', 'Egress'] as const) {
      spec.rules[direction].forEach((rule, index) => {
        const pointer = `/spec/${direction.toLowerCase()}/${index}`;
        reportPeers(rule, policy, shared, knowsPods, reportAt);
        reportNamedPorts(rule, direction, pointer, policy, reportAt);
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
  { selections }: ResolvedPolicy,
  shared: Shared,
  knowsPods: boolean,
  reportAt: ReportAt,
): void {
  for (const [index, peer] of peers.entries()) {
    if (knowsPods && selections.get(peer)?.pods.length === 0) reportAt(messages.noPeer(), `${peersPointer}/${index}`);
    if (peer.ipBlock) reportBlock(peer.ipBlock.cidr, `${peersPointer}/${index}/ipBlock/cidr`, shared, reportAt);
  }
}

function reportBlock(text: string, pointer: string, { context }: Shared, reportAt: ReportAt): void {
  const block = parseCIDR(withoutLeadingZeros(text))?.prefix;
  const network = context.configuration.clusterSubnets.find(({ prefix }) => block && isInside(block, prefix));
  if (network) reportAt(messages.blockInPodNetwork(text, formatPrefix(network.prefix)), pointer);
}

/** OVN-Kubernetes v1.3 does not look names of ports up: what it makes of them is another rule than the one written. */
function reportNamedPorts(
  rule: GressRule,
  direction: Direction,
  pointer: string,
  policy: ResolvedPolicy,
  reportAt: ReportAt,
): void {
  const byProtocol = groupBy(rule.ports, ({ protocol }) => protocol);
  for (const [index, port] of rule.ports.entries()) {
    if (typeof port.port !== 'string') continue;
    const at = `${pointer}/ports/${index}/port`;
    const others = byProtocol.get(port.protocol) ?? [];
    const isIgnored = others.some((other) => typeof other.port === 'number');
    reportAt(
      isIgnored ? messages.namedPortIgnored(port.port) : messages.namedPortOpensAll(port.port, port.protocol),
      at,
    );
    const pods = direction === 'Ingress' ? policy.subject.pods : podsOf(rule.peers, policy);
    if (pods && pods.length > 0 && !pods.some((pod) => hasPort(pod, port))) {
      reportAt(messages.unknownNamedPort(port.port, port.protocol), at);
    }
  }
}

/** Undefined where the peers are not only pods: others may have any port. */
function podsOf(peers: readonly PolicyPeer[], { selections }: ResolvedPolicy): readonly Pod[] | undefined {
  const found = peers.map((peer) => selections.get(peer));
  if (found.length === 0 || found.includes(undefined)) return undefined;
  return found.flatMap((selection) => selection?.pods ?? []);
}

function hasPort({ containerPorts }: Pod, { protocol, port }: PolicyPort): boolean {
  return containerPorts.some((own) => own.name === port && own.protocol === protocol);
}

/** Policies with egress rules, of which some pod cannot look names up: no policy of its own allows that either. */
function reportWithoutDNS(policies: readonly ResolvedPolicy[], shared: Shared): void {
  const servers = findDNSServers(shared.context.cluster);
  for (const own of groupBy(policies, ({ namespace }) => namespace.name).values()) {
    const resolving = new Set(
      own.filter(({ rules }) => rules.some((rule) => allowsDNS(rule, servers))).flatMap(({ subject }) => subject.pods),
    );
    for (const { manifest, spec, subject, rules } of own) {
      if (isLive(manifest) || !spec.types.includes('Egress')) continue;
      if (!rules.some(({ direction }) => direction === 'Egress')) continue;
      const cut = subject.pods.find((pod) => !resolving.has(pod) && !servers.has(pod));
      if (cut) createReportAt(manifest, shared.context.report)(messages.withoutDNS(cut.name), '/spec/egress');
    }
  }
}
