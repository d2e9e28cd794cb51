import { hash } from 'node:crypto';

/**
 * A group of items: the digits that all their digests begin with, '' for all there are. The last digit of `28-f` is one of
 * `8` to `f`.
 */
export interface DigestGroup<Item> {
  readonly prefix: string;
  readonly items: readonly Item[];
}

/** Properties of items by which they are put into groups. */
export interface Measure<Item> {
  /** Bytes that an item adds to its group. */
  readonly sizeOf: (item: Item) => number;
  /** Upper bound of the bytes, if that is found faster. */
  readonly mostOf?: (item: Item) => number;
  /** Hexadecimal digits. */
  readonly digestOf: (item: Item) => string;
  /**
   * Data that items of one digest share, made once, or '' if an item shares nothing. If unset, all items share one
   * unit.
   */
  readonly unitOf?: (item: Item) => string;
  /**
   * Items that an item represents. They are separated if their unit is larger than a group. Without a unit, they are
   * separated whenever items are divided. If unset, the item itself.
   */
  readonly singlesOf?: (item: Item) => readonly Item[];
  /** The digits behind them, for items that they do not tell apart. */
  readonly restOf?: (item: Item) => string;
  /**
   * True if groups of adjacent digits stay together while they fit: halves, quarters or eighths of all sixteen digits.
   * Groups are then at least half full, instead of a sixteenth.
   */
  readonly joinsNeighbours?: boolean;
}

/**
 * Divides items into groups of at most `limit` bytes, by as few digits of their digests as possible. An item that
 * exceeds the limit is a group.
 *
 * The group of an item depends only on the items in it. A change affects one group, until a group is split or joined.
 * Keeps the order of the items in each group.
 */
export function splitByDigest<Item>(
  items: readonly Item[],
  limit: number,
  measure: Measure<Item>,
): readonly DigestGroup<Item>[] {
  const { sizeOf, mostOf = sizeOf } = measure;
  if (sum(items, mostOf) <= limit || sum(items, sizeOf) <= limit) return [{ prefix: '', items }];
  const apart = separate(items, measure);
  const units = unitsOf(apart, measure);
  const { list, unitAt } = tellApart(apart, units, limit, measure);
  const sorted = [...new Set(unitAt)].sort(byDigest);
  return gather(list, unitAt, splitSorted(sorted, limit, measure.joinsNeighbours === true));
}

/** Returns the items, with items that represent others without a unit replaced by these. */
function separate<Item>(items: readonly Item[], { unitOf, singlesOf }: Measure<Item>): readonly Item[] {
  if (!unitOf || !singlesOf) return items;
  return items.flatMap((item) => (unitOf(item) === '' ? singlesOf(item) : [item]));
}

/** What goes together. */
export interface DigestUnit {
  readonly digest: string;
  readonly size: number;
  /** Number of its items. */
  readonly count: number;
}

/** Items that go together: those of a unit that is no larger than a group, else one by itself. */
interface Unit extends DigestUnit {
  size: number;
  count: number;
  /** The place of its group. */
  group: number;
}

/** Items, and the unit of each. */
interface UnitList<Item> {
  readonly list: readonly Item[];
  readonly unitAt: readonly Unit[];
}

/** Returns the unit of each item. Items of one digest share a unit, so only units that exceed the limit are split. */
function unitsOf<Item>(items: readonly Item[], { sizeOf, digestOf, unitOf }: Measure<Item>): Unit[] {
  const byName = new Map<string, Unit>();
  const byDigest = new Map<string, Unit>();
  return items.map((item) => {
    const name = unitOf?.(item) ?? '';
    let unit = name === '' ? undefined : byName.get(name);
    if (!unit) {
      const digest = digestOf(item);
      unit = (name === '' ? undefined : byDigest.get(digest)) ?? { digest, size: 0, count: 0, group: 0 };
      if (name !== '') {
        byName.set(name, unit);
        byDigest.set(digest, unit);
      }
    }
    unit.size += sizeOf(item);
    unit.count++;
    return unit;
  });
}

/**
 * Returns the items with their units. Items of a unit that is larger than a group are separate, with the rest of their
 * digits.
 */
function tellApart<Item>(
  items: readonly Item[],
  unitAt: readonly Unit[],
  limit: number,
  { sizeOf, restOf, singlesOf }: Measure<Item>,
): UnitList<Item> {
  if (unitAt.every(({ size }) => size <= limit)) return { list: items, unitAt };
  const list: Item[] = [];
  const units: Unit[] = [];
  items.forEach((item, place) => {
    const unit = unitAt[place];
    if (!unit) return;
    const { digest, size } = unit;
    for (const single of size > limit && singlesOf ? singlesOf(item) : [item]) {
      list.push(single);
      const rest = (): Unit => ({
        digest: digest + (restOf?.(single) ?? ''),
        size: sizeOf(single),
        count: 1,
        group: 0,
      });
      units.push(size > limit ? rest() : unit);
    }
  });
  return { list, unitAt: units };
}

/** Compares units by their digests. */
export function byDigest(a: DigestUnit, b: DigestUnit): number {
  return a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0;
}

/**
 * Divides units that are no larger than a group, in order of their digests, see `splitByDigest`. Takes time in proportion to
 * the number of groups, apart from two sums over all units.
 */
export function splitSorted<One extends DigestUnit>(
  units: readonly One[],
  limit: number,
  joinsNeighbours: boolean,
): DigestGroup<One>[] {
  const sizes = addUp(units, ({ size }) => size);
  const counts = addUp(units, ({ count }) => count);
  const isWithin = (from: number, to: number): boolean =>
    between(counts, from, to) <= 1 || between(sizes, from, to) <= limit;
  const groupOf = (prefix: string, from: number, to: number) => [{ prefix, items: units.slice(from, to) }];
  const split = (prefix: string, from: number, to: number): DigestGroup<One>[] => {
    const at = prefix.length;
    // Equal digests cannot be told apart.
    if (isWithin(from, to) || units[from]?.digest.length === at) return groupOf(prefix, from, to);
    const starts = Array.from(DIGITS, (digit) => firstFrom(units, { at, digit }, from, to));
    /** Groups of those whose next digit is among these. */
    const splitRun = (first: number, count: number): DigestGroup<One>[] => {
      const [start = to, end = to] = [starts[first], starts[first + count]];
      if (start === end) return [];
      const name = prefix + DIGITS.charAt(first);
      if (count === 1) return split(name, start, end);
      if (joinsNeighbours && count < DIGITS.length && isWithin(start, end))
        return groupOf(`${name}-${DIGITS.charAt(first + count - 1)}`, start, end);
      return [...splitRun(first, count / 2), ...splitRun(first + count / 2, count / 2)];
    };
    return splitRun(0, DIGITS.length);
  };
  return split('', 0, units.length);
}

const DIGITS = '0123456789abcdef';

/** Returns the index of the first unit, from `from` to before `to`, whose digit at a place is not before this one, or `to`. */
function firstFrom(
  units: readonly DigestUnit[],
  { at, digit }: { readonly at: number; readonly digit: string },
  from: number,
  to: number,
): number {
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((units[middle]?.digest.charAt(at) ?? '') < digit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the sums of the numbers before each item, and of all. */
function addUp<Item>(items: readonly Item[], numberOf: (item: Item) => number): Float64Array {
  const sums = new Float64Array(items.length + 1);
  items.forEach((item, index) => (sums[index + 1] = (sums[index] ?? 0) + numberOf(item)));
  return sums;
}

const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/** Returns the items of each group, in their order. */
function gather<Item>(
  items: readonly Item[],
  unitAt: readonly Unit[],
  groups: readonly DigestGroup<Unit>[],
): DigestGroup<Item>[] {
  groups.forEach(({ items: units }, group) => {
    for (const unit of units) unit.group = group;
  });
  const gathered = groups.map(({ prefix }): { prefix: string; items: Item[] } => ({ prefix, items: [] }));
  items.forEach((item, place) => gathered[unitAt[place]?.group ?? 0]?.items.push(item));
  return gathered;
}

function sum<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += sizeOf(item);
  return total;
}

/** Returns the hexadecimal SHA-256 of a text. */
export function shortDigest(text: string): string {
  return hash('sha256', text);
}
