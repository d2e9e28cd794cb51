import type { Node } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import { escapePointer } from '../../yaml/locate.js';
import type { Allocation } from './allocation.js';
import { ASSIGNABLE } from '../../cloud/egress-node.js';
import { sayOf } from '../say.js';
import { messages } from './messages.js';
import type { PlacedEgressIP } from './placement.js';

/** Reports what is wrong with nodes as hosts of egress addresses. Runs only where there are EgressIPs. */
export function reportNodes(allocation: Allocation, placed: readonly PlacedEgressIP[], report: Reporter): void {
  const isBlocked = placed.some(({ unplaced }) => unplaced.some(({ reason }) => reason.why === 'missing-host-cidrs'));
  for (const node of allocation.nodes.values()) {
    const say = sayOf(node.manifest, report);
    if (node.labels[ASSIGNABLE] === 'false') {
      say(messages.labelValueFalse(node.name), `/metadata/labels/${escapePointer(ASSIGNABLE)}`);
    }
    const refusal = allocation.refusals.get(node.name);
    if (refusal?.why === 'missing-annotation') {
      say(messages.missingAnnotation(node.name, refusal.annotation), '/metadata/annotations');
    }
    if (isBlocked && node.hostCIDRs === undefined) {
      say(messages.missingHostCIDRs(node.name), '/metadata/annotations/k8s.ovn.org~1host-cidrs');
    }
    reportCapacity(node, allocation, report);
  }
}

function reportCapacity(node: Node, allocation: Allocation, report: Reporter): void {
  const load = allocation.loads.get(node.name);
  if (!load) return;
  const { ip, ipv4, ipv6 } = load.capacity;
  const counts = [
    ['ip', ip, load.total],
    ['ipv4', ipv4, load.byFamily.IPv4],
    ['ipv6', ipv6, load.byFamily.IPv6],
  ] as const;
  for (const [key, limit, count] of counts) {
    if (limit === undefined || count <= limit) continue;
    const pointer = '/metadata/annotations/cloud.network.openshift.io~1egress-ipconfig';
    sayOf(node.manifest, report)(messages.overCapacity(node.name, count, key, limit), pointer);
  }
}
