import type { Pod } from '../../model/cluster.js';
import type { PodSelection, PolicyRule } from '../../model/intent/policy.js';
import type { ReportAt } from '../../model/report-at.js';
import type { AdminPolicyMessages } from './messages.js';
import type { AdminPort } from './spec.js';

/** Reports port names that no container defines, and those that OVN-Kubernetes resolves in the wrong pods. */
export function reportNamedPorts(
  { direction, peers, cause }: PolicyRule,
  subject: PodSelection,
  ports: readonly AdminPort[],
  messages: AdminPolicyMessages,
  reportAt: ReportAt,
): void {
  const selected = peers.flatMap((peer) => (peer.type === 'pods' ? peer.selection.pods : []));
  const meant = direction === 'Ingress' ? subject.pods : selected;
  const own = new Set(subject.pods);
  for (const [index, { namedPort: name }] of ports.entries()) {
    if (name === undefined || meant.length === 0) continue;
    const pointer = `${cause.pointer}/ports/${index}/namedPort`;
    const hasName = ({ containerPorts }: Pod): boolean => containerPorts.some((port) => port.name === name);
    if (!meant.some(hasName)) reportAt(messages.unknownNamedPort(name), pointer);
    if (direction === 'Egress') continue;
    const other = selected.find((pod) => !own.has(pod) && hasName(pod));
    if (other) reportAt(messages.namedPortOfPeers(name, `${other.namespace}/${other.name}`), pointer);
  }
}
