import type { Pod } from '../../model/cluster.js';
import type { Direction, PolicyPort } from '../../model/intent/policy.js';
import { groupBy } from '../../std/group-by.js';
import { formatPrefix, isInside, parseCIDR, withoutLeadingZeros } from '../../net/prefix.js';
import type { Report } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
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
      reportAt({ ...messages.noPod(), alsoAt: ['/spec/ingress', '/spec/egress'] }, '/spec/podSelector');
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

function reportBlock(text: string, pointer: string, { context, findPodIn }: Shared, reportAt: ReportAt): void {
  const block = parseCIDR(withoutLeadingZeros(text))?.prefix;
  const network = context.configuration.clusterSubnets.find(({ prefix }) => block && isInside(block, prefix));
  if (!block || !network) return;
  const holder = findPodIn(block);
  const related = holder && [at(holder, `${titleOf('Pod', holder)} has an address in it now`)];
  reportAt(messages.blockInPodNetwork(text, formatPrefix(network.prefix)), pointer, related);
}

/** A pod as the reason of a finding. */
function at({ origin }: Pod, message: string): NonNullable<Report['related']>[number] {
  return { message, location: { origin, pointer: '' } };
}

/** OVN-Kubernetes v1.3 does not look names of ports up: what it makes of them is another rule than the one written. */
function reportNamedPorts(
  rule: GressRule,
  direction: Direction,
  pointer: string,
  policy: ResolvedPolicy,
  reportAt: ReportAt,
): void {
  // The pods of peers may be all there are, and are gathered for nothing where ports have numbers.
  if (!rule.ports.some(({ port }) => typeof port === 'string')) return;
  const pods = direction === 'Ingress' ? policy.subject.pods : podsOf(rule.peers, policy);
  for (const [index, port] of rule.ports.entries()) {
    const { port: name, protocol } = port;
    if (typeof name !== 'string') continue;
    const place = `${pointer}/ports/${index}/port`;
    const number = rule.ports.findIndex((other) => other.protocol === protocol && typeof other.port === 'number');
    const holder = pods?.find((pod) => hasPort(pod, port));
    if (number >= 0) {
      const location = { origin: policy.manifest.origin, pointer: `${pointer}/ports/${number}/port` };
      reportAt(messages.namedPortIgnored(name), place, [{ message: 'this is the number beside it', location }]);
    } else {
      const related = holder && [at(holder, `${titleOf('Pod', holder)} has a port of that name`)];
      reportAt(messages.namedPortOpensAll(name, protocol), place, related);
    }
    const [first] = pods ?? [];
    if (!first || holder) continue;
    const related = [at(first, `${titleOf('Pod', first)} has none of that name`)];
    reportAt(messages.unknownNamedPort(name, protocol), place, related);
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
      if (!cut) continue;
      const related = [at(cut, 'this pod asks in vain')];
      createReportAt(manifest, shared.context.report)(messages.withoutDNS(cut.name), '/spec/egress', related);
    }
  }
}
