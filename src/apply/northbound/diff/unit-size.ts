import type { TransactionLimits } from '../wire/transactions.js';
import type { RowStep, Unit } from './step.js';

/** Returns the size of units, added to another size. */
export function sizeOfUnits(
  units: readonly Unit[],
  { operations, bytes }: TransactionLimits = { operations: 0, bytes: 0 },
): TransactionLimits {
  const steps = units.flatMap((unit) => unit.steps);
  return { operations: operations + steps.length, bytes: steps.reduce((sum, step) => sum + weigh(step), bytes) };
}

/** Returns true if a size fits into one transaction. */
export function isWithin(size: TransactionLimits, limits: TransactionLimits): boolean {
  return size.operations <= limits.operations && size.bytes <= limits.bytes;
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
