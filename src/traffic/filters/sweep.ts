import type { Family } from '../../net/address.js';
import { sortUnique } from '../../std/sort-unique.js';
import { type AddressRange, type Point, comparePoints, mergeRanges, wholeFamily } from './address-range.js';
import { ALL_TRANSPORT } from './transport-range.js';
import type { TransportRange } from './transport-set.js';

/** A rule of an ordered list. The first rule that matches a packet decides. */
export interface SweepRule<Value> {
  /** Destinations, in any order. */
  readonly addresses: readonly AddressRange[];
  /** Ascending and disjoint. */
  readonly transport: readonly TransportRange[];
  readonly value: Value;
}

/** No rule of a list matches. */
export const NO_RULE = -1;

/** The matches of each rule as indexes of atoms, flat: from, to, from, to. */
export type Spans = readonly (readonly number[])[];

/** Returns the boundaries of all transports. Between two neighbours, all rules are constant. */
export function atomsOf(lists: readonly (readonly SweepRule<unknown>[])[]): number[] {
  const boundaries: number[] = [];
  for (const { first, end } of ALL_TRANSPORT) boundaries.push(first, end);
  for (const rules of lists) {
    for (const { transport } of rules) {
      if (transport === ALL_TRANSPORT) continue;
      for (const { first, end } of transport) boundaries.push(first, end);
    }
  }
  return sortUnique(boundaries);
}

/** Returns ranges as indexes of atoms, flat: from, to, from, to. */
export function spansOf(transport: readonly TransportRange[], atoms: readonly number[]): readonly number[] {
  if (transport === ALL_TRANSPORT) return [0, atoms.length - 1];
  const spans: number[] = [];
  for (const { first, end } of transport) spans.push(indexOf(atoms, first), indexOf(atoms, end));
  return spans;
}

/** Returns the index of a value in an ascending list, or of the first greater one. */
export function indexOf(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Receives addresses from `first` up to, and without, `end`, and the indexes of the rules of each list that match
 * there.
 */
export type Visit = (first: Point, end: Point, active: readonly (readonly number[])[]) => void;

/** The start or end of a range of a rule. */
export interface RuleBoundary {
  readonly point: Point;
  readonly list: number;
  readonly rule: number;
  readonly isOpening: boolean;
}

/** Visits the addresses of a family from boundary to boundary, with the matching rules of each list, in order. */
export function sweep(lists: readonly (readonly SweepRule<unknown>[])[], family: Family, visit: Visit): void {
  const whole = wholeFamily(family);
  const active = lists.map((): number[] => []);
  let first = whole.first;
  for (const { point, list, rule, isOpening } of boundariesIn(lists, family)) {
    if (point !== first) visit(first, point, active);
    first = point;
    if (isOpening) insert(active[list] ?? [], rule);
    else remove(active[list] ?? [], rule);
  }
  if (first !== whole.end) visit(first, whole.end, active);
}

/** Returns the boundaries of rules, ordered by point. */
export function boundariesIn(lists: readonly (readonly SweepRule<unknown>[])[], family: Family): RuleBoundary[] {
  const boundaries: RuleBoundary[] = [];
  for (let list = 0; list < lists.length; list++) {
    const rules = lists[list] ?? [];
    for (let rule = 0; rule < rules.length; rule++) {
      for (const { first, end } of mergeRanges(rangesIn(rules[rule]?.addresses ?? [], family))) {
        boundaries.push({ point: first, list, rule, isOpening: true });
        boundaries.push({ point: end, list, rule, isOpening: false });
      }
    }
  }
  return boundaries.sort((a, b) => comparePoints(a.point, b.point));
}

function rangesIn(ranges: readonly AddressRange[], family: Family): readonly AddressRange[] {
  for (const range of ranges) if (range.family !== family) return ranges.filter((one) => one.family === family);
  return ranges;
}

/** Moves the following items in a loop, because `splice` allocates a list each time. */
function insert(sorted: number[], value: number): void {
  let at = sorted.length;
  for (let before = sorted[at - 1]; before !== undefined && before > value; before = sorted[at - 1])
    sorted[at--] = before;
  sorted[at] = value;
}

function remove(sorted: number[], value: number): void {
  for (let at = indexOf(sorted, value) + 1; at < sorted.length; at++) sorted[at - 1] = sorted[at] ?? 0;
  sorted.pop();
}
