import type { ComparedInput } from '../../compare/interpret-side.js';
import type { DiffInput } from './diff-input.js';
import { sameItems } from '../../std/same-items.js';

/** The input as read. Unreadable parts are unset. */
type Inputs = Partial<ComparedInput>;

/** Returns true if two readings consist of the same objects, so that nothing must be compiled. */
export function isSameInput(a: Inputs, b: Inputs): boolean {
  return (
    a.configuration === b.configuration &&
    a.configurationFile === b.configurationFile &&
    a.lock === b.lock &&
    sameItems(a.files ?? [], b.files ?? []) &&
    sameItems(a.expectations ?? [], b.expectations ?? []) &&
    JSON.stringify(a.reports) === JSON.stringify(b.reports)
  );
}

/** Returns true if both sides of two comparisons are the same. */
export function isSameDiff(a: DiffInput, b: DiffInput): boolean {
  return (
    JSON.stringify([a.titles, a.isBorrowed, a.reports]) === JSON.stringify([b.titles, b.isBorrowed, b.reports]) &&
    isSameInput(a.inputs?.before ?? {}, b.inputs?.before ?? {}) &&
    isSameInput(a.inputs?.after ?? {}, b.inputs?.after ?? {})
  );
}
