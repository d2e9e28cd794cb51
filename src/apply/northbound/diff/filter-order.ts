import { createUnion } from '../../../std/union.js';
import type { TransactionLimits } from '../wire/transactions.js';
import { type OverridesDenial, type PortsOfRule, createOverridesDenial, createPortsOfRule } from './denials.js';
import { type FilterEffect, createFilterEffects } from './filter-effects.js';
import { filterStates } from './filter-state.js';
import type { LiveEntry, LiveIndex } from './live-index.js';
import { FILTERS } from './row-order.js';
import { type Unit, sortUnits } from './step.js';
import { isWithin, sizeOfUnits } from './unit-size.js';

/**
 * Orders the filters of a change that does not fit into one transaction, so that no state in between allows a packet
 * that both the state before and the state after deny. Such a packet is denied by one rule before and by another one
 * after, perhaps of the other end of the connection, or of another tier. So the rules of all port groups count:
 *
 * - If all filters fit into one transaction, they are one unit.
 * - Otherwise, units that only close are first: new denials, and fewer allowances. Each state in between denies all that
 *   the state before denies.
 * - Units that only open are last: fewer denials, and new allowances. Each state in between denies all that the state
 *   after denies.
 * - A unit that does both has no safe moment of its own: before it, packets pass that it closes, and after it, packets
 *   pass that it opens, and another unit can be the other rule for both. So all units of this type are together in one
 *   transaction, even if it exceeds the limits. Units that no packet has in common are exempt: all of them change rules
 *   for senders, or all of them for receivers, and their port groups have no common port.
 *
 * A new allowance neither opens nor closes if no denial of the state before has an equal or lower precedence for the
 * same ports, or if the state before has the same rule. It is the first of all, so that new denials do not interrupt the
 * traffic that it allows. The same applies to a removed allowance, with the state after. It is the last of all. In
 * between, traffic can be denied that the states before and after allow. Only one transaction prevents that.
 *
 * Rules that leave packets to the next tier can open and close: they are always in the units that do both. Ports that
 * the change creates or removes do not count: they have no packets in one of the states. `row-order.ts` orders them
 * after and before all filters.
 *
 * Only filters count. A load balancer or route that changes in another transaction can bring a packet to a receiver that
 * it has in only one of the states. This is the order of one database. If zones have their own databases, the filters of
 * the sender and of the receiver can be in two of them, and no transaction comprises both.
 */
export function orderFilters(
  units: readonly Unit[],
  live: LiveIndex,
  stale: ReadonlySet<LiveEntry>,
  limits: TransactionLimits,
): readonly Unit[] {
  if (isWithin(sizeOfUnits(units), limits)) return units;
  const states = filterStates(
    live,
    units.flatMap(({ steps }) => steps),
    stale,
  );
  const portsOf = createPortsOfRule(states);
  const effectsOf = createFilterEffects(states, stale);
  const phaseOf = createPhases(
    createOverridesDenial(states.before, portsOf),
    createOverridesDenial(states.after, portsOf),
  );
  const filters = new Map<Unit, readonly FilterEffect[]>();
  for (const unit of units) {
    const effects = isMovable(unit) ? effectsOf(unit.steps) : [];
    if (effects.length > 0) filters.set(unit, effects);
  }
  const others = units.filter((unit) => !filters.has(unit));
  const own = [...filters.keys()];
  if (own.length === 0) return units;
  if (isWithin(sizeOfUnits(own), limits)) return sortUnits([...others, joinUnits(own)]);
  const ordered: Unit[] = [];
  const both: (readonly [Unit, readonly FilterEffect[]])[] = [];
  for (const [unit, effects] of filters) {
    const phase = phaseOf(effects);
    if (phase === undefined) both.push([unit, effects]);
    else ordered.push({ ...unit, sort: 'filters', rank: phase });
  }
  return sortUnits([...others, ...ordered, ...joinDependent(both, portsOf)]);
}

/** Returns false for a unit that refers to a new row of another unit: an ACL of a new switch has no packets yet. */
function isMovable({ steps }: Unit): boolean {
  const made = new Set(steps.flatMap((step) => (step.type === 'insert' ? [step.row] : [])));
  return steps.every(
    (step) =>
      (step.type !== 'attach' && step.type !== 'detach') || 'live' in step.holder || made.has(step.holder.inserted),
  );
}

/** Creates the function that returns the rank of a unit, or undefined if it opens and closes. */
function createPhases(
  overridesBefore: OverridesDenial,
  overridesAfter: OverridesDenial,
): (effects: readonly FilterEffect[]) => number | undefined {
  const isFree = ({ type, rule, hasTwin }: FilterEffect): boolean =>
    hasTwin || (rule.action === 'allows' && !(type === 'more' ? overridesBefore : overridesAfter)(rule));
  const closes = (effect: FilterEffect): boolean => {
    const { type, rule } = effect;
    if (rule.action === 'allows' && type === 'fewer') return true;
    return type === 'more' && (rule.action === 'denies' || isFree(effect));
  };
  const opens = (effect: FilterEffect): boolean => {
    const { type, rule } = effect;
    if (rule.action === 'allows' && type === 'more') return true;
    return type === 'fewer' && (rule.action === 'denies' || isFree(effect));
  };
  return (effects) => {
    const isWithout = effects.every(isFree);
    const isLast = effects.every(opens);
    if (isLast && (!isWithout || effects.some(({ type }) => type === 'fewer'))) {
      if (isWithout) return FILTERS.unused;
      return effects.some(({ type }) => type === 'more') ? FILTERS.opening : FILTERS.take;
    }
    if (effects.every(closes)) return isWithout ? FILTERS.prepared : FILTERS.closing;
    return undefined;
  };
}

/** Joins units that can have a packet in common. */
function joinDependent(
  units: readonly (readonly [Unit, readonly FilterEffect[]])[],
  portsOf: PortsOfRule,
): readonly Unit[] {
  const sides = new Set(units.flatMap(([, effects]) => effects.map(({ rule }) => rule.side)));
  if (sides.size > 1 || sides.has(undefined)) return [joinUnits(units.map(([unit]) => unit))];
  const union = createUnion<string>();
  for (const [{ name }, effects] of units)
    for (const { rule } of effects) for (const port of portsOf(rule)) union.join(port, `unit ${name}`);
  const joined = new Map<string, Unit[]>();
  for (const [unit] of units) {
    const root = union.rootOf(`unit ${unit.name}`);
    joined.set(root, [...(joined.get(root) ?? []), unit]);
  }
  return [...joined.values()].map(joinUnits);
}

function joinUnits(units: readonly Unit[]): Unit {
  const names = units.map(({ name }) => name).sort();
  return { name: names[0] ?? '', sort: 'filters', rank: FILTERS.make, steps: units.flatMap(({ steps }) => steps) };
}
