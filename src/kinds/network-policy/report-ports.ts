import type { Pod } from '../../model/cluster.js';
import type { RelatedLocation } from '../../model/diagnostic.js';
import type { Direction, PolicyPort } from '../../model/intent/policy.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { ReportAt } from '../../model/report-at.js';
import { portMessages as messages } from './port-messages.js';
import type { GressRule, PolicyPeer } from './policy.js';
import { relatedPod } from './related-pod.js';
import type { ResolvedPolicy } from './resolved.js';

/** Reports ports of which OVN-Kubernetes makes another rule than the one written: those without a port, and names. */
export function reportPorts(
  rule: GressRule,
  direction: Direction,
  pointer: string,
  policy: ResolvedPolicy,
  reportAt: ReportAt,
): void {
  reportMissingPorts(rule, pointer, policy, reportAt);
  reportNamedPorts(rule, direction, pointer, policy, reportAt);
}

function reportMissingPorts({ ports }: GressRule, pointer: string, policy: ResolvedPolicy, reportAt: ReportAt): void {
  for (const [index, { port, protocol }] of ports.entries()) {
    if (port !== undefined) continue;
    const related = findNumber(ports, protocol, pointer, policy);
    if (related) reportAt(messages.missingPortIgnored(protocol), `${pointer}/ports/${index}`, [related]);
  }
}

/** Returns the first entry of a protocol that has a number. */
function findNumber(
  ports: readonly PolicyPort[],
  protocol: PolicyPort['protocol'],
  pointer: string,
  { manifest: { origin } }: ResolvedPolicy,
): RelatedLocation | undefined {
  const index = ports.findIndex((other) => other.protocol === protocol && typeof other.port === 'number');
  if (index < 0) return undefined;
  return {
    message: 'the port number in the same rule',
    location: { origin, pointer: `${pointer}/ports/${index}/port` },
  };
}

/** Reports named ports, which OVN-Kubernetes does not resolve. */
function reportNamedPorts(
  rule: GressRule,
  direction: Direction,
  pointer: string,
  policy: ResolvedPolicy,
  reportAt: ReportAt,
): void {
  // Peers may select all pods. They are not collected if all ports have numbers.
  if (!rule.ports.some(({ port }) => typeof port === 'string')) return;
  const pods = direction === 'Ingress' ? policy.subject.pods : podsOf(rule.peers, policy);
  for (const [index, port] of rule.ports.entries()) {
    const { port: name, protocol } = port;
    if (typeof name !== 'string') continue;
    const place = `${pointer}/ports/${index}/port`;
    const number = findNumber(rule.ports, protocol, pointer, policy);
    const holder = pods?.find((pod) => hasPort(pod, port));
    if (number) reportAt(messages.namedPortIgnored(name), place, [number]);
    else {
      const related = holder && [relatedPod(holder, `${titleOf('Pod', holder)} has a port of that name`)];
      reportAt(messages.namedPortOpensAll(name, protocol), place, related);
    }
    const [first] = pods ?? [];
    if (!first || holder) continue;
    const related = [relatedPod(first, `${titleOf('Pod', first)} has none of that name`)];
    reportAt(messages.unknownNamedPort(name, protocol), place, related);
  }
}

/** Returns the pods of the peers, or undefined if some peer is not a pod: others may have any port. */
function podsOf(peers: readonly PolicyPeer[], { selections }: ResolvedPolicy): readonly Pod[] | undefined {
  const found = peers.map((peer) => selections.get(peer));
  if (found.length === 0 || found.includes(undefined)) return undefined;
  return found.flatMap((selection) => selection?.pods ?? []);
}

function hasPort({ containerPorts }: Pod, { protocol, port }: PolicyPort): boolean {
  return containerPorts.some((own) => own.name === port && own.protocol === protocol);
}
