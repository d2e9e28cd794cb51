import { uuidOf } from '../../../clients/ovsdb/notation.js';
import type { SeenRow, TransactionLimits, Transactions, UnseenRow } from '../wire/transactions.js';
import type { DesiredRow } from './desired.js';
import { type RowNaming, renderSteps } from './operations.js';
import { queriesAhead, readBackOf, uuidIn } from './read-back.js';
import type { StagedUnits } from './stages.js';
import { type Unit, changedBy, handleOf } from './step.js';
import { FILTERS } from './row-order.js';
import { tableOfReference } from './row-references.js';
import { isWithin, sizeOfUnits } from './unit-size.js';

type Names = Pick<RowNaming, 'schema' | 'find'>;

/**
 * Splits units into transactions: one if all fit, otherwise as few as the limits allow. Keeps the order of units and
 * never splits one. Also splits at barriers. Later transactions refer to inserted rows by the UUIDs of the server.
 */
export function createTransactions(
  { units, barriers }: StagedUnits,
  limits: TransactionLimits,
  names: Names,
): Transactions {
  const learned = new Map<DesiredRow, string>();
  const { versions, unseen } = versionsOf(units);
  const lastUse = lastUses(units);
  let [start, end] = [0, 0];
  return {
    next: () => {
      start = end;
      end = endOf({ units, barriers }, start, limits);
      if (end === start) return undefined;
      const after = end;
      const steps = units.slice(start, after).flatMap((unit) => unit.steps);
      const { operations, inserts } = renderSteps(steps, { ...names, learned, versions });
      return {
        operations,
        committed: (results) => {
          for (const [row, index] of inserts) learned.set(row, results[index]?.uuid ?? '');
          const changed = new Map<string, SeenRow>();
          for (const step of steps) {
            const target = step.type === 'insert' ? { inserted: step.row } : changedBy(step);
            if (target === undefined || (lastUse.get(handleOf(target)) ?? -1) < after) continue;
            const uuid = uuidIn(target, learned);
            versions.delete(uuid);
            changed.set(uuid, { table: tableOfReference(target), uuid });
          }
          return [...changed.values()];
        },
      };
    },
    mayOverlap: () => {
      // Filters of one rank are independent of each other, and of existing ones.
      const [first, ...others] = units.slice(start, endOf({ units, barriers }, end, limits));
      return end > 0 && isFilters(first) && others.every((unit) => isFilters(unit) && unit.rank === first?.rank);
    },
    mustSettle: () => barriers.has(end),
    unseen: () => unseen,
    see: (uuid, version) => {
      versions.set(uuid, version);
    },
    queriesAhead: () => (end === units.length ? queriesAhead(units) : undefined),
    readBack: () => readBackOf(units, learned, names.schema),
  };
}

/** Returns true if a unit creates or changes filters. */
function isFilters(unit: Unit | undefined): boolean {
  return unit?.sort === 'filters' && unit.rank <= FILTERS.opening;
}

/** Returns the end of the transaction that begins at `start`. */
function endOf({ units, barriers }: StagedUnits, start: number, limits: TransactionLimits): number {
  let size: TransactionLimits = { operations: 0, bytes: 0 };
  let end = start;
  for (; end < units.length; end++) {
    size = sizeOfUnits(units.slice(end, end + 1), size);
    if (end > start && (barriers.has(end) || !isWithin(size, limits))) break;
  }
  return end;
}

/** Returns the last unit that changes each row. */
function lastUses(units: readonly Unit[]): ReadonlyMap<object, number> {
  const uses = new Map<object, number>();
  for (const [index, { steps }] of units.entries()) {
    for (const step of steps) {
      const target = changedBy(step);
      if (target !== undefined) uses.set(handleOf(target), index);
    }
  }
  return uses;
}

/** Returns the versions of live rows that units change, and the rows without one. */
function versionsOf(units: readonly Unit[]): {
  readonly versions: Map<string, string>;
  readonly unseen: readonly UnseenRow[];
} {
  const versions = new Map<string, string>();
  const unseen = new Map<string, UnseenRow>();
  for (const { steps } of units) {
    for (const step of steps) {
      const target = changedBy(step);
      if (target === undefined || !('live' in target)) continue;
      const { table, uuid, row } = target.live;
      const version = uuidOf(row._version);
      if (version === undefined) unseen.set(uuid, { table, uuid, row });
      else versions.set(uuid, version);
    }
  }
  return { versions, unseen: [...unseen.values()] };
}
