import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import { type ChangeNodes, drainNode, withNodes } from '../node-change.js';
import { describeUnplaced } from './reasons.js';
import { type Placement, lockPlacement, placeEgressIPs } from './resolve.js';

/** An address of an EgressIP that gets another node. */
export interface Move {
  readonly egressIP: string;
  readonly address: string;
  /** Absent: it had none. */
  readonly from?: string;
  readonly to: string;
}

/** An address of an EgressIP that has no node. */
export interface Stranded {
  readonly egressIP: string;
  readonly address: string;
  /** Absent: it had none before either. */
  readonly from?: string;
  readonly reason: string;
}

/** What a change of the nodes does to egress addresses. */
export interface Outlook {
  readonly moves: readonly Move[];
  readonly stranded: readonly Stranded[];
  /** For each node with egress addresses: how many of them would have nowhere to go if it were lost after the change. */
  readonly losses: readonly {
    readonly node: string;
    readonly addresses: number;
    readonly stranded: readonly Stranded[];
  }[];
}

/**
 * Compares the placement with the one after a change of the nodes, which starts from the assignments of the first, and
 * then takes every node away in turn (N-1).
 */
export function lookAhead(manifests: readonly Manifest[], context: KindContext, change: ChangeNodes): Outlook {
  const before = placeEgressIPs(manifests, context);
  const changed = withNodes(context, change, lockOf(before, context));
  const after = placeEgressIPs(manifests, changed);
  const { moves, stranded } = compare(before, after);
  const lock = lockOf(after, changed);
  const hosting = [...after.allocation.loads.values()].filter(({ total }) => total > 0);
  const losses = hosting.map(({ node, total }) => {
    const lost = placeEgressIPs(manifests, withNodes(changed, drainNode(node.name), lock));
    const left = compare(after, lost).stranded.filter(({ from }) => from !== undefined);
    return { node: node.name, addresses: total, stranded: left };
  });
  return { moves, stranded, losses };
}

function lockOf(placement: Placement, context: KindContext): Lock {
  return { ...context.lock, ...lockPlacement(placement, context) };
}

function compare(before: Placement, after: Placement): { readonly moves: Move[]; readonly stranded: Stranded[] } {
  const earlier = new Map(
    before.placed.flatMap(({ request: { name }, assignments }) =>
      assignments.map(({ address, node }) => [`${name} ${address.text}`, node.name] as const),
    ),
  );
  const fromOf = (name: string, address: string): { readonly from?: string } => {
    const from = earlier.get(`${name} ${address}`);
    return from === undefined ? {} : { from };
  };
  const moves = after.placed.flatMap(({ request: { name }, assignments }) =>
    assignments.flatMap(({ address, node }): Move[] => {
      const known = fromOf(name, address.text);
      return known.from === node.name ? [] : [{ egressIP: name, address: address.text, ...known, to: node.name }];
    }),
  );
  const stranded = after.placed.flatMap(({ request: { name }, unplaced }) =>
    unplaced.map(({ address, reason }): Stranded => ({
      egressIP: name,
      address: address.text,
      ...fromOf(name, address.text),
      reason: describeUnplaced(reason),
    })),
  );
  return { moves, stranded };
}
