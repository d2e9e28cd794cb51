import type { Lock, LockPart } from '../../model/lock.js';
import type { KindContext } from '../contract/kind-context.js';
import type { ChangeNodes } from '../contract/kind-placement.js';
import { drainNode, withNodes } from './node-change.js';

/** An item that moves to another node. `from` is unset if it had none. */
export type ItemMove<Item> = Item & { readonly from?: string; readonly to: string };

/** An item without a node. `from` is unset if it had none before either. */
export type UnplacedItem<Item> = Item & { readonly from?: string; readonly reason: string };

/** Effect of a change of nodes on the items that are placed on them. */
export interface NodeImpact<Item> {
  readonly moves: readonly ItemMove<Item>[];
  readonly stranded: readonly UnplacedItem<Item>[];
  /** For each node that has something: how much, and what would have nowhere to go if it were lost after the change. */
  readonly losses: readonly {
    readonly node: string;
    readonly count: number;
    readonly stranded: readonly UnplacedItem<Item>[];
  }[];
}

/** Something that a placement gives a node, or has none for. `key` is the same in every placement. */
export type Placed<Item> = { readonly key: string; readonly item: Item } & (
  { readonly node: string } | { readonly reason: string }
);

/** Placement of the items of a kind on nodes. */
export interface Placing<Placement, Item> {
  readonly place: (context: KindContext) => Placement;
  /** Returns the lock for a later placement. */
  readonly lock: (placement: Placement, context: KindContext) => LockPart;
  /** All that the nodes decide, in the order in which it is told. */
  readonly list: (placement: Placement, context: KindContext) => readonly Placed<Item>[];
  /** The nodes that have something, with how much, in byte order of their names. */
  readonly count: (placement: Placement) => readonly (readonly [node: string, count: number])[];
  /**
   * Returns a function that finds the items of a node that no other node can host, in output order. The context
   * contains the lock of the placement. If unset, all items are placed again without the node.
   */
  readonly findLost?: (context: KindContext) => (node: string) => readonly UnplacedItem<Item>[];
}

/**
 * Compares a placement with the one after a change of nodes, which starts from the assignments of the first. Then
 * removes each node that has items in turn (N-1). Reports nothing.
 */
export function assessNodeImpact<Placement, Item>(
  placing: Placing<Placement, Item>,
  context: KindContext,
  change: ChangeNodes,
): NodeImpact<Item> {
  const { place, lock, list, count } = placing;
  const nextLock = (placement: Placement, at: KindContext): Lock => ({ ...at.lock, ...lock(placement, at) });
  const before = place({ ...context, report: () => undefined });
  const changed = withNodes(context, change, nextLock(before, context));
  const after = place(changed);
  const placed = list(after, changed);
  const locked = withNodes(changed, (nodes) => nodes, nextLock(after, changed));
  const findLost = placing.findLost?.(locked) ?? createFindLost(placing, placed, locked);
  const losses = count(after).map(([node, held]) => ({ node, count: held, stranded: findLost(node) }));
  return { ...compare(list(before, context), placed), losses };
}

/** Places all again without a node. */
function createFindLost<Placement, Item>(
  { place, list }: Placing<Placement, Item>,
  placed: readonly Placed<Item>[],
  context: KindContext,
): (node: string) => UnplacedItem<Item>[] {
  return (node) => {
    const without = withNodes(context, drainNode(node), context.lock);
    const { stranded } = compare(placed, list(place(without), without));
    return stranded.filter(({ from }) => from !== undefined);
  };
}

function compare<Item>(
  before: readonly Placed<Item>[],
  after: readonly Placed<Item>[],
): Pick<NodeImpact<Item>, 'moves' | 'stranded'> {
  const earlier = new Map(before.flatMap((one) => ('node' in one ? [[one.key, one.node] as const] : [])));
  const moves: ItemMove<Item>[] = [];
  const stranded: UnplacedItem<Item>[] = [];
  for (const one of after) {
    const from = earlier.get(one.key);
    const known = { ...one.item, ...(from === undefined ? {} : { from }) };
    if ('reason' in one) stranded.push({ ...known, reason: one.reason });
    else if (one.node !== from) moves.push({ ...known, to: one.node });
  }
  return { moves, stranded };
}
