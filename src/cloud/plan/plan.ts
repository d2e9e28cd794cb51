import { compareText } from '../../std/compare-text.js';
import { cloudNameOf } from '../name.js';
import { cloudObjectOf } from '../object.js';
import type { Node } from '../../model/cluster.js';
import { compareAddresses, formatAddress } from '../../net/address.js';
import { formatPrefix, ofFamily } from '../../net/prefix.js';
import { type SlotCounts, countSlot, matchAssignments } from './match.js';
import { planOperations, providerOf } from './operations.js';
import {
  type CloudPlan,
  type DesiredAssignment,
  type FamilyCounts,
  type PlanInput,
  type PlannedNode,
  type UnplacedCloudAddress,
} from './model.js';

/**
 * Plans the operations from the cloud's current assignments to the desired ones. A desired assignment is skipped and
 * listed in `unplaced` if another owner has its address. The same applies if its node is unknown, has no subnet for it,
 * or would exceed its capacity even at the end. Assignments without a known EgressIP are not changed. The result can be
 * serialized as JSON, and every list has a fixed order.
 */
export function planCloud(input: PlanInput): CloudPlan {
  const matched = matchAssignments(input);
  const { changes, foreign, unplaced } = matched;
  const desired = changes.flatMap((change) => change.desired ?? []);
  const before = countAll(input.current);
  const after = countAll([...desired, ...foreign]);
  const nodes = [...input.nodes].sort((a, b) => compareText(a.name, b.name));
  return {
    platform: input.platform,
    nodes: nodes.flatMap((node) => describeNode(node, before, after, input.isAssignable(node)) ?? []),
    desired: [...desired].sort(byName).map(describeDesired),
    operations: planOperations(matched, new Map(nodes.map((node) => [node.name, node]))),
    unplaced: [...input.unplaced, ...unplaced]
      .sort(compareUnplaced)
      .map(({ owner, address, reason, nodes: refused }) => ({ owner, address: address.text, reason, nodes: refused })),
    expectedStatus: expectStatus(input, new Set(desired)),
  };
}

/** Compares assignments in byte order of their objects' names. */
function byName(a: DesiredAssignment, b: DesiredAssignment): number {
  return cloudNameOf(a.address) < cloudNameOf(b.address) ? -1 : 1;
}

function describeDesired({ address, owner, node }: DesiredAssignment): CloudPlan['desired'][number] {
  return { address: formatAddress(address), family: address.family, object: cloudObjectOf(address, owner, node) };
}

function countAll(assignments: readonly Pick<DesiredAssignment, 'address' | 'node'>[]): SlotCounts {
  const counts: SlotCounts = new Map();
  for (const { node, address } of assignments) countSlot(counts, node, address);
  return counts;
}

/** Returns a node of the plan, or undefined if the cloud attaches no addresses to it. */
function describeNode(node: Node, before: SlotCounts, after: SlotCounts, assignable: boolean): PlannedNode | undefined {
  const { name, cloudEgress } = node;
  if (!cloudEgress) return undefined;
  const [ipv4, ipv6] = [ofFamily(cloudEgress.subnets, 'IPv4'), ofFamily(cloudEgress.subnets, 'IPv6')];
  const ofNode = (counts: SlotCounts): FamilyCounts => ({
    ipv4: counts.get(`${name} ipv4`) ?? 0,
    ipv6: counts.get(`${name} ipv6`) ?? 0,
  });
  return {
    node: name,
    providerID: providerOf(node),
    interface: cloudEgress.interface,
    subnets: { ...(ipv4 ? { ipv4: formatPrefix(ipv4) } : {}), ...(ipv6 ? { ipv6: formatPrefix(ipv6) } : {}) },
    limit: cloudEgress.capacity,
    before: ofNode(before),
    after: ofNode(after),
    assignable,
  };
}

function compareUnplaced(a: UnplacedCloudAddress, b: UnplacedCloudAddress): number {
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  return compareAddresses(a.address, b.address);
}

/** Returns the status of every EgressIP, by name. Items are in the order of its addresses. */
function expectStatus(
  { desired: requested, owners }: PlanInput,
  accepted: ReadonlySet<DesiredAssignment>,
): CloudPlan['expectedStatus'] {
  const items = new Map<string, { egressIP: string; node: string }[]>([...owners].map((owner) => [owner, []]));
  for (const assignment of requested) {
    const { owner, address, node } = assignment;
    const own = items.get(owner) ?? [];
    items.set(owner, own);
    if (accepted.has(assignment)) own.push({ egressIP: formatAddress(address), node });
  }
  return [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([egressIP, own]) => ({ egressIP, items: own }));
}
