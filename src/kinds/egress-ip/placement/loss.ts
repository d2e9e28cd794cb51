import type { Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';
import { type Allocation, type Taken, withoutNode } from './allocation.js';
import type { Dropped } from './retain.js';
import type { LiveState } from './live-state.js';
import { type OpenPlacement, type UnplacedAddress, keepLocked, openPlacements, placeRest } from './place.js';
import type { ParsedEgressIP } from '../parse.js';

/** An address that loses its node and gets no other. */
export interface LostAddress extends UnplacedAddress {
  readonly parsed: ParsedEgressIP;
}

/**
 * Prepares to ask what is lost if a node takes nothing any more, by the lock of a placement on the same nodes. Only the
 * EgressIPs that have an address there, or one without a node, are placed again: all others keep what they have, by the
 * lock. Changes `allocation`, which is an empty one. The answer is in the order of the manifests.
 */
export function createFindLost(
  sound: readonly ParsedEgressIP[],
  rejected: readonly Manifest[],
  lock: Lock,
  live: LiveState,
  allocation: Allocation,
): (node: string) => LostAddress[] {
  const drafts = openPlacements(sound);
  keepLocked(drafts, rejected, lock, allocation);
  const affectedBy = collectAffected(drafts);
  return (node) => {
    const affected = affectedBy(node);
    const taken = affected.flatMap(({ parsed: { name }, settled }): Taken[] =>
      [...settled].flatMap(([text, one]) => (one.node.name === node ? [{ name, text }] : [])),
    );
    const names = [...affected.map(({ parsed }) => parsed.name), ...rejected.map(({ name }) => name)];
    const without = withoutNode(allocation, node, taken, names);
    const reopened = affected.map((draft) => reopen(draft, node));
    const had = new Set(taken.map(({ name, text }) => `${name} ${text}`));
    return placeRest(reopened, rejected, live, without).flatMap(({ parsed, unplaced }) =>
      unplaced.flatMap((one) => (had.has(`${parsed.name} ${one.address.text}`) ? [{ ...one, parsed }] : [])),
    );
  };
}

/** Returns, for a node, the EgressIPs that must be placed again without it, in their order. */
function collectAffected(drafts: readonly OpenPlacement[]): (node: string) => OpenPlacement[] {
  const orders = new Map<string, Set<number>>();
  const open: number[] = [];
  for (const [order, { parsed, settled }] of drafts.entries()) {
    if (settled.size < parsed.addresses.length) open.push(order);
    for (const { node } of settled.values()) {
      const own = orders.get(node.name) ?? new Set();
      orders.set(node.name, own.add(order));
    }
  }
  return (node) => {
    const all = new Set([...(orders.get(node) ?? []), ...open]);
    return [...all].sort((a, b) => a - b).flatMap((order) => drafts[order] ?? []);
  };
}

/** Returns an EgressIP in its locked state, without the node. */
function reopen({ parsed, settled, dropped }: OpenPlacement, node: string): OpenPlacement {
  const left = [...settled].filter(([, one]) => one.node.name !== node);
  const gone = [...settled.keys()].filter((text) => settled.get(text)?.node.name === node);
  return {
    parsed,
    settled: new Map(left),
    dropped: [
      ...dropped,
      ...gone.map((egressIP): Dropped => ({
        earlier: { egressIP, node },
        address: egressIP,
        why: 'not-ready',
        source: 'lock',
      })),
    ],
    unplaced: [],
  };
}
