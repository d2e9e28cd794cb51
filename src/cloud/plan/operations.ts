import { cloudNameOf } from '../name.js';
import type { Node } from '../../model/cluster.js';
import { formatAddress } from '../../net/address.js';
import { formatPrefix, ofFamily } from '../../net/prefix.js';
import type { Matched } from './match.js';
import { type CloudMove, orderMoves } from './moves.js';
import type { CloudOperation, AssignmentChange } from './model.js';
import { openSlots } from './slots.js';

interface PlannedMove extends CloudMove {
  readonly change: AssignmentChange;
}

/**
 * Returns the operations that lead from the current to the desired assignments: releases, moves, assignments. Each
 * group is ordered by address as far as the free slots allow. An operation that needs the slot of another depends on
 * it.
 */
export function planOperations({ changes, foreign }: Matched, nodes: ReadonlyMap<string, Node>): CloudOperation[] {
  const current = [...foreign, ...changes.flatMap((change) => change.current ?? [])];
  const slots = openSlots(
    new Map([...nodes].map(([name, { cloudEgress }]) => [name, cloudEgress?.capacity ?? {}])),
    current.map(({ node, address: { family } }) => ({ node, family })),
  );
  const make = createOperation(nodes);
  const leave = ({ address, current: now }: AssignmentChange): string => {
    const id = idOf('release', address);
    if (now) slots.leave(now.node, address.family, id);
    return id;
  };
  const released = changes.filter(({ current: now, desired }) => now && !desired);
  released.forEach(leave);
  const { moves, broken } = orderMoves(changes.flatMap(asMove), slots, ({ address }) => idOf('release', address));
  const apart = broken.map(({ change }) => change);
  const assigned = [...changes.filter(needsAssignment), ...apart].sort(byOrder(changes));
  return [
    ...[...released, ...apart].sort(byOrder(changes)).map((change) => make('release', change, [])),
    ...moves.map(({ move, dependsOn }) => make('move', move.change, dependsOn)),
    ...assigned.map((change) => {
      const { address, current: now, desired } = change;
      // For a repeated request of an unconfirmed address, the node already has the slot.
      const isRepeated = now?.node === desired?.node;
      const places = isRepeated || !desired ? [] : slots.take(desired.node, address.family);
      const dependsOn = now && !isRepeated ? [idOf('release', address), ...places] : places;
      return make('assign', change, [...new Set(dependsOn)]);
    }),
  ];
}

function idOf(op: CloudOperation['op'], address: AssignmentChange['address']): string {
  return `${op} ${formatAddress(address)}`;
}

function byOrder(changes: readonly AssignmentChange[]): (a: AssignmentChange, b: AssignmentChange) => number {
  const order = new Map(changes.map((change, index) => [change, index]));
  return (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
}

function asMove(change: AssignmentChange, order: number): PlannedMove[] {
  const { address, current, desired } = change;
  if (!current || !desired || current.node === desired.node) return [];
  const id = idOf('move', address);
  return [{ id, order, address, family: address.family, fromNode: current.node, toNode: desired.node, change }];
}

function needsAssignment({ current, desired }: AssignmentChange): boolean {
  return desired !== undefined && (!current || (current.node === desired.node && !current.isAssigned));
}

/** Returns `spec.providerID`, by which a cloud identifies the machine, or '' if the Node has none. */
export function providerOf({ manifest }: Node): string {
  const spec = manifest.object.spec as { readonly providerID?: unknown } | null | undefined;
  return typeof spec?.providerID === 'string' ? spec.providerID : '';
}

type MakeOperation = (
  op: CloudOperation['op'],
  change: AssignmentChange,
  dependsOn: readonly string[],
) => CloudOperation;

function createOperation(nodes: ReadonlyMap<string, Node>): MakeOperation {
  return (op, { address, current, desired }, dependsOn) => {
    const from = op === 'assign' ? undefined : current?.node;
    const to = op === 'release' ? undefined : desired?.node;
    const fromNode = from === undefined ? undefined : nodes.get(from);
    const toNode = to === undefined ? undefined : nodes.get(to);
    const { cloudEgress } = (op === 'release' ? fromNode : toNode) ?? {};
    const subnet = ofFamily(cloudEgress?.subnets ?? [], address.family);
    const owner = (op === 'release' ? current?.owner : desired?.owner) ?? '';
    return {
      id: idOf(op, address),
      op,
      address: formatAddress(address),
      name: cloudNameOf(address),
      owner,
      ...(from === undefined ? {} : { fromNode: from }),
      ...(fromNode ? { fromProviderID: providerOf(fromNode) } : {}),
      ...(to === undefined ? {} : { toNode: to }),
      ...(toNode ? { toProviderID: providerOf(toNode) } : {}),
      ...(cloudEgress ? { interface: cloudEgress.interface } : {}),
      ...(subnet ? { subnet: formatPrefix(subnet) } : {}),
      dependsOn,
      precondition:
        op === 'assign'
          ? { absentOrOwnedBy: owner, node: to ?? '', providerID: toNode ? providerOf(toNode) : '' }
          : { statusNode: from ?? '' },
    };
  };
}
