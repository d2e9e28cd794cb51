import type { Family } from '../../net/address.js';
import { type AddressRange, type Point, comparePoints, mergeRanges, wholeFamily } from './address-range.js';
import { ALL_TRANSPORT } from './transport-range.js';
import type { TransportRange } from './transport-set.js';

/** A rule of an ordered list: of those that match a packet the first decides. */
export interface Rule<Value> {
  /** Destinations, in any order. */
  readonly addresses: readonly AddressRange[];
  /** Ascending and disjoint. */
  readonly transport: readonly TransportRange[];
  readonly value: Value;
}

/** No rule of a list matches. */
export const NO_RULE = -1;

/** For each rule what it matches, as indexes of atoms, flat: from, to, from, to. */
export type Spans = readonly (readonly number[])[];

/** The borders of all transports: between two neighbours no rule tells places apart. */
export function atomsOf(lists: readonly (readonly Rule<unknown>[])[]): number[] {
  const borders = new Set(ALL_TRANSPORT.flatMap(({ first, end }) => [first, end]));
  for (const rules of lists) {
    for (const { transport } of rules) {
      for (const { first, end } of transport) borders.add(first).add(end);
    }
  }
  return [...borders].sort((a, b) => a - b);
}

/** Ranges as indexes of atoms, flat: from, to, from, to. */
export function spansOf(transport: readonly TransportRange[], atoms: readonly number[]): readonly number[] {
  return transport.flatMap(({ first, end }) => [indexOf(atoms, first), indexOf(atoms, end)]);
}

/** The index of a value in an ascending list, or of the first that is not less. */
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

/** Sees addresses from `first` up to, and without, `end`, and the indexes of the rules of each list that match there. */
export type Visit = (first: Point, end: Point, active: readonly (readonly number[])[]) => void;

interface Border {
  readonly list: number;
  readonly rule: number;
}

/** Goes through the addresses of a family from border to border, with the rules of each list that match there, in order. */
export function sweep(lists: readonly (readonly Rule<unknown>[])[], family: Family, visit: Visit): void {
  const whole = wholeFamily(family);
  const borders = new Map<Point, { readonly opening: Border[]; readonly closing: Border[] }>();
  const borderAt = (point: Point) => {
    const known = borders.get(point);
    if (known) return known;
    const border = { opening: [], closing: [] };
    borders.set(point, border);
    return border;
  };
  borderAt(whole.first);
  for (const [list, rules] of lists.entries()) {
    for (const [rule, { addresses }] of rules.entries()) {
      for (const { first, end } of mergeRanges(addresses.filter((range) => range.family === family))) {
        borderAt(first).opening.push({ list, rule });
        borderAt(end).closing.push({ list, rule });
      }
    }
  }
  borderAt(whole.end);
  const points = [...borders.keys()].sort(comparePoints);
  const active = lists.map((): number[] => []);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    const border = borders.get(point);
    if (next === undefined || !border) return;
    for (const { list, rule } of border.closing) remove(active[list] ?? [], rule);
    for (const { list, rule } of border.opening) insert(active[list] ?? [], rule);
    visit(point, next, active);
  }
}

function insert(sorted: number[], value: number): void {
  const last = sorted.at(-1);
  if (last === undefined || last < value) sorted.push(value);
  else sorted.splice(indexOf(sorted, value), 0, value);
}

function remove(sorted: number[], value: number): void {
  sorted.splice(indexOf(sorted, value), 1);
}
