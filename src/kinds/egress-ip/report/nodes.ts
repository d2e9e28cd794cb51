import type { Node } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { escapePointer, annotationPointer } from '../../../yaml/locate.js';
import type { Allocation } from '../placement/allocation.js';
import { type Load, findFullCapacity } from '../placement/capacity.js';
import { CLOUD_EGRESS_ANNOTATION } from '../../../cloud/platform.js';
import { createReportAt } from '../../../model/report-at.js';
import { messages } from '../messages.js';
import type { PlacedEgressIP } from '../placement/place.js';
import { NODE_ANNOTATION, LABEL } from '../../../ovn-kubernetes/annotations.js';

const CLOUD_POINTER = annotationPointer(CLOUD_EGRESS_ANNOTATION);

/** Reports what is wrong with nodes as hosts of egress addresses. Runs only if there are EgressIPs. */
export function reportNodes(allocation: Allocation, placed: readonly PlacedEgressIP[], report: Reporter): void {
  const isBlocked = placed.some(({ unplaced }) => unplaced.some(({ reason }) => reason.why === 'missing-host-cidrs'));
  for (const node of allocation.nodes.values()) {
    const reportAt = createReportAt(node.manifest, report);
    if (node.labels[LABEL.assignable] === 'false') {
      reportAt(messages.labelValueFalse(node.name), `/metadata/labels/${escapePointer(LABEL.assignable)}`);
    }
    const refusal = allocation.refusals.get(node.name);
    const lacking = refusal?.why === 'missing-annotation' ? refusal.annotations.join(', ') : '';
    if (isBlocked && node.hostCIDRs === undefined) {
      reportAt(messages.missingHostCIDRs(node.name, lacking), annotationPointer(NODE_ANNOTATION.hostCIDRs));
    } else if (lacking !== '') {
      reportAt(messages.missingAnnotation(node.name, lacking), '/metadata/annotations');
    }
    reportCapacity(node, allocation, report);
  }
  reportMisreadCapacity(allocation, placed, report);
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
    createReportAt(node.manifest, report)(messages.overCapacity(node.name, count, key, limit), CLOUD_POINTER);
  }
}

/**
 * Reports nodes with a misread capacity: OVN-Kubernetes applies the last capacity of a node to all three. Reported only
 * if it affects the result: nodes that exceed it, and nodes that reject an address below it.
 */
function reportMisreadCapacity(allocation: Allocation, placed: readonly PlacedEgressIP[], report: Reporter): void {
  const full = new Set<Load>();
  for (const { address, reason } of placed.flatMap(({ unplaced }) => unplaced)) {
    if (reason.why !== 'full') continue;
    const { family } = address;
    for (const load of allocation.poolOf(allocation.findHosts(address)).loads) {
      if (findFullCapacity(load, family)) full.add(load);
    }
  }
  for (const load of allocation.loads.values()) {
    const { node, total, byFamily } = load;
    const last = node.cloudEgress?.lastCapacity;
    if (last === undefined) continue;
    const { ip = total, ipv4 = total, ipv6 = total } = node.cloudEgress?.capacity ?? {};
    const isSound = total <= ip && byFamily.IPv4 <= ipv4 && byFamily.IPv6 <= ipv6;
    if ((isSound && total > last) || (full.has(load) && total < last)) {
      createReportAt(node.manifest, report)(messages.misreadCapacity(node.name, last), CLOUD_POINTER);
    }
  }
}
