import { uuidOf } from '../../../clients/ovsdb/notation.js';
import type { SeenRow, TransactionLimits, Transactions, UnseenRow } from '../wire/transactions.js';
import type { DesiredRow } from './desired.js';
import { type RowNaming, renderSteps } from './operations.js';
import { queriesAhead, readBackOf, uuidIn } from './read-back.js';
import { type RowStep, type Unit, changedBy } from './step.js';
import { FILTERS } from './row-order.js';
import { tableOfReference } from './row-references.js';
import type { RowReference } from './pair.js';

type Names = Pick<RowNaming, 'schema' | 'find'>;

/**
 * Splits units into transactions: one if all fit, otherwise as few as the limits allow. Keeps the order of units and
 * never splits one. Later transactions refer to inserted rows by the UUIDs of the server.
 */
export function createTransactions(units: readonly Unit[], limits: TransactionLimits, names: Names): Transactions {
  const learned = new Map<DesiredRow, string>();
  const { versions, unseen } = versionsOf(units);
  const lastUse = lastUses(units);
  let end = 0;
  return {
    next: () => {
      const start = end;
      end = endOf(units, start, limits);
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
      // Filters of different namespaces are independent of each other, and of existing ones.
      const following = units.slice(end, endOf(units, end, limits));
      return isFilters(units[end - 1]) && following.every(isFilters);
    },
    unseen: () => unseen,
    see: (uuid, version) => {
      versions.set(uuid, version);
    },
    queriesAhead: () => (end === units.length ? queriesAhead(units) : undefined),
    readBack: () => readBackOf(units, learned, names.schema),
  };
}

/** Returns true if a unit creates or changes the filters of a port group. */
function isFilters(unit: Unit | undefined): boolean {
  return unit?.sort === 'filters' && unit.rank === FILTERS.make;
}

/** Returns the end of the transaction that begins at `start`. */
function endOf(units: readonly Unit[], start: number, limits: TransactionLimits): number {
  let operations = 0;
  let bytes = 0;
  let end = start;
  for (; end < units.length; end++) {
    const steps = units[end]?.steps ?? [];
    operations += steps.length;
    bytes += steps.reduce((sum, step) => sum + weigh(step), 0);
    if (end > start && (operations > limits.operations || bytes > limits.bytes)) break;
  }
  return end;
}

/** Estimated bytes around the content of an operation, and of a reference. */
const FRAME = 150;
const REFERENCE = 60;

/** Returns the estimated size of a step in bytes of JSON. */
function weigh(step: RowStep): number {
  switch (step.type) {
    case 'attach':
    case 'detach':
      return REFERENCE;
    case 'insert':
      return FRAME + sizeOf(step.columns);
    case 'update':
      return step.changed.reduce((sum, { name }) => sum + sizeOf(step.columns[name]), FRAME);
    default:
      return FRAME;
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 15;
  if (typeof value !== 'object' || value === null) return 20;
  let size = 20;
  for (const name in value) size += name.length + sizeOf((value as Readonly<Record<string, unknown>>)[name]);
  return size;
}

/** Returns the identity of an existing or new row. */
function handleOf(target: RowReference): object {
  return 'live' in target ? target.live : target.inserted;
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
