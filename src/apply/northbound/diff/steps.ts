import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { Link, Links } from './links.js';
import type { LiveEntry } from './live-index.js';
import { type PairContext, type Pairs, columnsToInsert } from './pair.js';
import { type RowOrder, orderOf, orderOfDesired, orderOfLive } from './row-order.js';
import type { PlacedStep, Step } from './step.js';
import type { RowReference } from './row-references.js';

/** All that is to be done, in no order yet. `stale` are the rows to remove. */
export function stepsOf(
  pairs: Pairs,
  links: Links,
  stale: ReadonlySet<LiveEntry>,
  context: PairContext,
): readonly PlacedStep[] {
  const steps: PlacedStep[] = [];
  for (const row of pairs.missing) {
    const { unit, make } = orderOfDesired(row);
    const columns = columnsToInsert(row, context);
    steps.push({ step: { type: 'insert', row, columns }, unit, rank: make, makes: true });
  }
  for (const { desired, live: entry, columns, changed } of pairs.matches) {
    if (changed.length === 0) continue;
    const { unit, make } = orderOfDesired(desired);
    steps.push({ step: { type: 'update', entry, columns, changed }, unit, rank: make, makes: true });
  }
  for (const { holder, column, target } of links.singles) {
    const { unit, make } = orderOfLive(holder);
    steps.push({ step: { type: 'refer', entry: holder, column: column.name, target }, unit, rank: make, makes: true });
  }
  for (const link of links.sets) {
    const ofHolder = orderOf(link.holder);
    for (const target of link.add) {
      const step = placeAttach(link, ofHolder, target);
      if (step) steps.push(step);
    }
    for (const entry of link.remove) steps.push(placeDetach(link, ofHolder, entry, stale));
  }
  for (const entry of stale) {
    // A row that is not root goes with the last reference to it.
    if (northboundSchema.get(entry.table)?.isRoot !== true) continue;
    const { unit, take } = orderOfLive(entry);
    steps.push({ step: { type: 'delete', entry }, unit, rank: take, makes: false });
  }
  return steps;
}

/** A new row must be referred to in the transaction that makes it. */
function placeAttach({ holder, column }: Link, ofHolder: RowOrder, target: RowReference): PlacedStep | undefined {
  // What a column may not be without is in the insert itself.
  if ('inserted' in holder && column.min > 0) return undefined;
  const step: Step = { type: 'attach', holder, column: column.name, target };
  if ('live' in target) return { step, unit: ofHolder.unit, rank: ofHolder.make, makes: true };
  const ofTarget = orderOf(target);
  const { unit, make } = 'inserted' in holder && ofTarget.make < ofHolder.make ? ofHolder : ofTarget;
  return { step, unit, rank: make, makes: true };
}

function placeDetach(
  { holder, column }: Link,
  ofHolder: RowOrder,
  entry: LiveEntry,
  stale: ReadonlySet<LiveEntry>,
): PlacedStep {
  const step: Step = { type: 'detach', holder, column: column.name, target: { live: entry } };
  if (stale.has(entry)) {
    const { unit, take } = orderOfLive(entry);
    return { step, unit, rank: take, makes: false };
  }
  const isFilter = 'live' in holder && holder.live.table === 'Port_Group';
  // Elsewhere a row that moves is attached at its new place before it leaves the old one.
  return { step, unit: isFilter ? ofHolder.unit : `${ofHolder.unit} detach`, rank: ofHolder.take, makes: false };
}
