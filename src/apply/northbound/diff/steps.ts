import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { RowLink, Links } from './link.js';
import type { LiveEntry } from './live-index.js';
import { type PairContext, type RowReference, columnsToInsert } from './pair-group.js';
import type { Pairs } from './pair.js';
import { type RowOrder, type RowOrders, createRowOrders } from './row-order.js';
import type { PlacedStep, RowStep } from './step.js';

/** Returns all steps, unordered. `stale`: the rows to remove. */
export function stepsOf(
  pairs: Pairs,
  links: Links,
  stale: ReadonlySet<LiveEntry>,
  context: PairContext,
): readonly PlacedStep[] {
  const steps: PlacedStep[] = [];
  const orders = createRowOrders();
  for (const row of pairs.missing) {
    const { unit, sort, make } = orders.ofDesired(row);
    const columns = columnsToInsert(row, context);
    steps.push({ step: { type: 'insert', row, columns }, unit, sort, rank: make, makes: true });
  }
  for (const { desired, live: entry, columns, changed } of pairs.changed) {
    const { unit, sort, make } = orders.ofDesired(desired);
    steps.push({ step: { type: 'update', entry, columns, changed }, unit, sort, rank: make, makes: true });
  }
  for (const { holder, column, target } of links.singles) {
    const { unit, sort, make } = orders.ofLive(holder);
    steps.push({
      step: { type: 'refer', entry: holder, column: column.name, target },
      unit,
      sort,
      rank: make,
      makes: true,
    });
  }
  for (const link of links.sets) {
    const ofHolder = orders.of(link.holder);
    for (const target of link.add) {
      const step = placeAttach(link, ofHolder, target, orders);
      if (step) steps.push(step);
    }
    for (const entry of link.remove) steps.push(placeDetach(link, ofHolder, entry, stale, orders));
  }
  for (const entry of stale) {
    // A row of a non-root table is deleted with its last reference.
    if (northboundSchema.get(entry.table)?.isRoot !== true) continue;
    const { unit, sort, take } = orders.ofLive(entry);
    steps.push({ step: { type: 'delete', entry }, unit, sort, rank: take, makes: false });
  }
  return steps;
}

/** Adds the reference to a new row in the transaction that creates it. */
function placeAttach(
  { holder, column }: RowLink,
  ofHolder: RowOrder,
  target: RowReference,
  orders: RowOrders,
): PlacedStep | undefined {
  // A required column is part of the insert.
  if ('inserted' in holder && column.min > 0) return undefined;
  const step: RowStep = { type: 'attach', holder, column: column.name, target };
  if ('live' in target) return { step, unit: ofHolder.unit, sort: ofHolder.sort, rank: ofHolder.make, makes: true };
  const ofTarget = orders.of(target);
  const { unit, sort, make } = 'inserted' in holder && ofTarget.make < ofHolder.make ? ofHolder : ofTarget;
  return { step, unit, sort, rank: make, makes: true };
}

function placeDetach(
  { holder, column }: RowLink,
  ofHolder: RowOrder,
  entry: LiveEntry,
  stale: ReadonlySet<LiveEntry>,
  orders: RowOrders,
): PlacedStep {
  const step: RowStep = { type: 'detach', holder, column: column.name, target: { live: entry } };
  if (stale.has(entry)) {
    const { unit, sort, take } = orders.ofLive(entry);
    return { step, unit, sort, rank: take, makes: false };
  }
  const isFilter = 'live' in holder && holder.live.table === 'Port_Group';
  // In other tables, a row that moves is attached at its new place before it is detached from the old one.
  const { unit, sort, take } = ofHolder;
  if (isFilter) return { step, unit, sort, rank: take, makes: false };
  return { step, unit: `${unit} detach`, sort: 'rows', rank: take, makes: false };
}
