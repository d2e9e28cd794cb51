import type { Node } from '../../model/cluster.js';
import type { CloudRefusal } from '../../model/intent/cloud-address.js';
import { type Address, compareAddresses, formatAddress, withText } from '../../net/address.js';
import { contains, ofFamily } from '../../net/prefix.js';
import {
  type CurrentAssignment,
  type DesiredAssignment,
  type AssignmentChange,
  type PlanInput,
  type UnplacedCloudAddress,
} from './model.js';
import { keysOf } from './slots.js';

/** Current and desired assignments, matched by address. */
export interface Matched {
  /** Changes in the order of the addresses. */
  readonly changes: readonly AssignmentChange[];
  /** Assignments without a known EgressIP as owner. They take slots and are not changed. */
  readonly foreign: readonly CurrentAssignment[];
  readonly unplaced: readonly UnplacedCloudAddress[];
}

/** Number of addresses by node and limit. */
export type SlotCounts = Map<string, number>;

/** Adds an address to the counts of its node. */
export function countSlot(counts: SlotCounts, node: string, { family }: Address): void {
  for (const key of keysOf(family)) counts.set(`${node} ${key}`, (counts.get(`${node} ${key}`) ?? 0) + 1);
}

/** Matches assignments by address. Desired assignments that are impossible are returned as unplaced. */
export function matchAssignments({ current, desired, nodes, owners }: PlanInput): Matched {
  const isOurs = ({ owner }: CurrentAssignment): boolean => owner !== undefined && owners.has(owner);
  const foreign = current.filter((one) => !isOurs(one));
  const currentAt = new Map(current.map((one) => [formatAddress(one.address), one]));
  const nodeByName = new Map(nodes.map((node) => [node.name, node]));
  const counts: SlotCounts = new Map();
  for (const { node, address } of foreign) countSlot(counts, node, address);
  const accepted = new Map<string, DesiredAssignment>();
  const unplaced: UnplacedCloudAddress[] = [];
  for (const one of sortDesired(desired, currentAt)) {
    const text = formatAddress(one.address);
    const holder = currentAt.get(text);
    const isTaken = accepted.has(text) || (holder !== undefined && !isOurs(holder));
    const reason = isTaken ? 'conflict' : refusalOf(one, nodeByName.get(one.node), counts);
    if (reason) {
      unplaced.push({ owner: one.owner, address: withText(one.address), reason, nodes: [{ node: one.node, reason }] });
    } else {
      accepted.set(text, one);
      countSlot(counts, one.node, one.address);
    }
  }
  const changes = new Map<string, AssignmentChange>();
  for (const one of current)
    if (isOurs(one)) changes.set(formatAddress(one.address), { address: one.address, current: one });
  for (const [text, one] of accepted) changes.set(text, { ...changes.get(text), address: one.address, desired: one });
  return {
    changes: [...changes.values()].sort((a, b) => compareAddresses(a.address, b.address)),
    foreign,
    unplaced,
  };
}

/** Sorts assignments: first those that stay on their node, which keep their slots, then by address. */
function sortDesired(
  desired: readonly DesiredAssignment[],
  currentAt: ReadonlyMap<string, CurrentAssignment>,
): DesiredAssignment[] {
  const goes = ({ address, node }: DesiredAssignment): number =>
    currentAt.get(formatAddress(address))?.node === node ? 0 : 1;
  return desired
    .map((one) => ({ one, goes: goes(one) }))
    .sort((a, b) => a.goes - b.goes || compareAddresses(a.one.address, b.one.address))
    .map(({ one }) => one);
}

function refusalOf(
  { address, node: name }: DesiredAssignment,
  node: Node | undefined,
  counts: SlotCounts,
): CloudRefusal | undefined {
  if (!node) return 'noAssignableNode';
  const subnet = ofFamily(node.cloudEgress?.subnets ?? [], address.family);
  if (!subnet || !contains(subnet, address)) return 'noSubnet';
  const capacity = node.cloudEgress?.capacity ?? {};
  const isFull = keysOf(address.family).some(
    (key) => (counts.get(`${name} ${key}`) ?? 0) >= (capacity[key] ?? Infinity),
  );
  return isFull ? 'capacity' : undefined;
}
