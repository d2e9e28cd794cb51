import type { LockChange } from '../../model/lock.js';
import type { KindInput } from '../contract/kind-context.js';
import type { ExplainChange } from '../contract/kind-placement.js';
import { hostingOn } from './placement/hosting.js';
import { DROP_TEXTS, describeUnplaced, describeWithheld } from './placement/reasons.js';
import type { PlacedEgressIP } from './placement/place.js';
import { type Placement, placeEgressIPs } from './resolve.js';

/** An address that is on another node. If unset, on none. */
type AddressMove = Pick<LockChange, 'name' | 'from' | 'to'> & { readonly address: string };

/** Places both sides, and returns what says of a move why it happens, as a clause. */
export function createMoveExplainer(before: KindInput, after: KindInput): ExplainChange {
  const [old, now] = [place(before), place(after)];
  return ({ address = '', ...change }) => {
    const move = { ...change, address };
    const [had, has] = [old.byName.get(move.name), now.byName.get(move.name)];
    if (!has) return 'the EgressIP no longer exists, or is rejected as a whole';
    if (move.to === undefined) return explainLoss(move, has);
    if (move.from === undefined) return explainGain(move, had);
    return explainMove({ ...move, from: move.from, to: move.to }, had, has, old, now);
  };
}

interface Placed extends Placement {
  readonly byName: ReadonlyMap<string, PlacedEgressIP>;
  readonly nodes: ReadonlyMap<string, unknown>;
}

function place({ manifests, context }: KindInput): Placed {
  const placement = placeEgressIPs(manifests, context);
  return {
    ...placement,
    byName: new Map(placement.placed.map((one) => [one.parsed.name, one])),
    nodes: context.cluster.nodeByName,
  };
}

function explainLoss({ address }: AddressMove, { parsed, unplaced }: PlacedEgressIP): string {
  const withheld = describeWithheld(parsed, address);
  if (withheld !== undefined) return withheld;
  if (!parsed.addresses.some(({ text }) => text === address)) return 'it is no longer in spec.egressIPs';
  const reason = unplaced.find((one) => one.address.text === address)?.reason;
  return reason ? describeUnplaced(reason) : 'the nodes are unknown';
}

function explainGain({ address }: AddressMove, had: PlacedEgressIP | undefined): string {
  if (!had) return 'the EgressIP is new';
  const unplaced = had.unplaced.find((one) => one.address.text === address);
  const reason = unplaced ? describeUnplaced(unplaced.reason) : describeWithheld(had.parsed, address);
  return reason === undefined ? 'it is new in spec.egressIPs' : `before, ${reason}`;
}

function explainMove(
  { address, from, to }: Required<AddressMove>,
  had: PlacedEgressIP | undefined,
  has: PlacedEgressIP,
  old: Placed,
  now: Placed,
): string {
  const dropped = has.dropped.find(({ earlier }) => earlier.egressIP === address && earlier.node === from);
  if (dropped)
    return `${dropped.source === 'lock' ? 'weir.lock.yaml' : 'the status'} assigns it to ${from}, but ${DROP_TEXTS[dropped.why]}`;
  const assignment = has.assignments.find((one) => one.address.text === address);
  if (assignment?.source === 'lock') return 'assigned by weir.lock.yaml';
  if (assignment?.source === 'status') return 'assigned by the status in the inventory';
  if (!now.nodes.has(from)) return `node ${from} no longer exists`;
  const refusal = now.allocation.refusals.get(from);
  if (refusal) return `${from}: ${DROP_TEXTS[refusal.why]}`;
  if (assignment && !hostingOn(now.allocation.findHosts(assignment.address), from)) {
    return `${from}: ${DROP_TEXTS['no-network']}`;
  }
  if (!old.nodes.has(to)) return `node ${to} is new and has fewer addresses, and the address is not locked`;
  if (old.allocation.refusals.has(to)) return `node ${to} can now host addresses, and this one is not locked`;
  const earlier = had?.assignments.find((one) => one.address.text === address);
  return earlier?.source === 'lock'
    ? 'weir.lock.yaml no longer contains it, so it is assigned again'
    : 'it is not locked, so it is assigned again by the current addresses';
}
