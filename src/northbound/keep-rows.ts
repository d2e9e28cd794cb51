import type { Cause } from '../model/intent/cause.js';
import type { Row } from '../model/northbound.js';
import { concatenate } from '../std/concatenate.js';
import { isDeepEqual } from '../std/deep-equal.js';
import { findChange } from '../std/find-change.js';
import { sameItems, sameList } from '../std/same-items.js';
import { haveSameValues, isShaped } from './row-shape.js';

/**
 * Returns rows with those of `before` in place of equal ones, or `before` itself if all are equal. Both are in byte order
 * of their keys. So what was made of an equal row is still known.
 */
export type KeepRows = (rows: readonly Row[], before: readonly Row[]) => readonly Row[];

/** See `KeepRows`. */
export function keepEqualRows(
  rows: readonly Row[],
  before: readonly Row[],
  isEqual: typeof isEqualRow = isEqualRow,
): readonly Row[] {
  if (rows === before) return before;
  const { start, end, endBefore } = findChange(before, rows);
  let place = start;
  const kept = rows.slice(start, end).map((row) => {
    let known = before[place];
    if (known !== row) {
      // A key may be computed at each access.
      const { key } = row;
      while (known && known.key < key) known = before[++place];
      if (known !== row && !(known && isEqual(known, row))) return row;
    }
    place++;
    return known;
  });
  if (sameItems(kept, before.slice(start, endBefore))) return before;
  return concatenate([rows.slice(0, start), kept, rows.slice(end)]);
}

/** Creates the same function, for lists and rows that come again and again: it remembers what stood in their place. */
export function createRowKeeper(): KeepRows {
  const equalTo = new WeakMap<Row, Row>();
  const keptOf = new WeakMap<readonly Row[], readonly Row[]>();
  const isEqual: typeof isEqualRow = (known, row) => {
    if (equalTo.get(row) === known) return true;
    const isSame = isEqualRow(known, row);
    if (isSame) equalTo.set(row, known);
    return isSame;
  };
  return (rows, before) => {
    if (rows === before || keptOf.get(rows) === before) return before;
    const kept = keepEqualRows(rows, before, isEqual);
    keptOf.set(rows, kept);
    return kept;
  };
}

/** Returns true for lists of equal rows in the same order. */
export function haveEqualRows(a: readonly Row[], b: readonly Row[]): boolean {
  return sameList(a, b, isEqualRow);
}

function isEqualRow(a: Row, b: Row): boolean {
  return (
    a.key === b.key &&
    a.namespace === b.namespace &&
    a.isUnreadable === b.isUnreadable &&
    isShaped(a) === isShaped(b) &&
    isSameCause(a.cause, b.cause) &&
    isDeepEqual(a.resource, b.resource) &&
    isDeepEqual(a.closes, b.closes) &&
    (haveSameValues(a, b) || isDeepEqual(a.columns, b.columns))
  );
}

/** Returns true for causes at the same place of the same input. */
export function isSameCause(a: Cause | undefined, b: Cause | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.origin === b.origin && a.pointer === b.pointer);
}
