import { RANKS } from './row-order.js';
import type { RowStep, Unit } from './step.js';

/** Units in the order of execution, and the places before which nodes must have installed all earlier ones. */
export interface StagedUnits {
  readonly units: readonly Unit[];
  /** Indices of units. */
  readonly barriers: ReadonlySet<number>;
}

/** Columns of a policy with the destination of its reroute. */
const DESTINATION: ReadonlySet<string> = new Set(['nexthop', 'nexthops']);

/**
 * Divides a change that moves reroutes to other nodes. Each node installs a transaction at its own time. So the new
 * translations come before all else, and the stale ones after it. Otherwise packets would leave without the translation of
 * their reroute. A change without moved reroutes is not divided.
 */
export function divideIntoStages(units: readonly Unit[]): StagedUnits {
  const [make, take] = RANKS.NAT ?? [];
  const early = units.filter((unit) => unit.rank === make && isOfTranslations(unit) && unit.steps.every(hasLiveHolder));
  const late = units.filter((unit) => unit.rank === take && isOfTranslations(unit));
  if (early.length + late.length === 0 || !units.some(movesReroute)) return { units, barriers: new Set() };
  const moved = new Set([...early, ...late]);
  const barriers = new Set([early.length, units.length - late.length]);
  barriers.delete(0);
  barriers.delete(units.length);
  return { units: [...early, ...units.filter((unit) => !moved.has(unit)), ...late], barriers };
}

function isOfTranslations({ name }: Unit): boolean {
  return name.startsWith('NAT ');
}

/** Returns true unless a step needs a row that another unit creates. */
function hasLiveHolder(step: RowStep): boolean {
  return step.type !== 'attach' || 'live' in step.holder;
}

function movesReroute({ steps }: Unit): boolean {
  return steps.some(
    (step) =>
      step.type === 'update' &&
      step.entry.table === 'Logical_Router_Policy' &&
      step.changed.some(({ name }) => DESTINATION.has(name)),
  );
}
