import { hash } from 'node:crypto';

/**
 * A group of items: the digits that all their digests begin with, '' for all there are. The last digit of `28-f` is one of
 * `8` to `f`.
 */
export interface DigestGroup<Item> {
  readonly prefix: string;
  readonly items: readonly Item[];
}

/** What is to be known of items to put them into groups. */
export interface Measure<Item> {
  /** Bytes that an item adds to its group. */
  readonly sizeOf: (item: Item) => number;
  /** So many bytes or more, where that is found faster. */
  readonly mostOf?: (item: Item) => number;
  /** Hexadecimal digits. */
  readonly digestOf: (item: Item) => string;
  /** What items of one digest have in common, so that it is made once; '' where an item is alone. Absent: all are. */
  readonly unitOf?: (item: Item) => string;
  /** The items that an item stands for, all of one unit, which are told apart where that is larger than a group. Absent: itself. */
  readonly singlesOf?: (item: Item) => readonly Item[];
  /** The digits behind them, for items that they do not tell apart. */
  readonly restOf?: (item: Item) => string;
  /**
   * Whether groups of neighbouring digits stay one while they fit: halves, quarters or eighths of all sixteen digits, so
   * that groups are half full at least, and not a sixteenth.
   */
  readonly joinsNeighbours?: boolean;
}

/**
 * Divides items into groups of at most `limit` bytes, by as few digits of their digests as it takes. In which group an item is
 * depends on what is in its group alone, so a change of one changes its group and no other, until a group is cut or
 * joined. An item that is larger by itself is a group. Keeps the order of the items in each group.
 */
export function splitByDigest<Item>(
  items: readonly Item[],
  limit: number,
  measure: Measure<Item>,
  prefix = '',
): readonly DigestGroup<Item>[] {
  const { sizeOf, mostOf = sizeOf } = measure;
  if (sum(items, mostOf) <= limit || sum(items, sizeOf) <= limit) return [{ prefix, items }];
  const units = unitsOf(items, measure);
  const singles = singlesIn(items, units, limit, measure);
  if (singles.length <= 1) return [{ prefix, items: singles }];
  const own = singles === items ? units : unitsOf(singles, measure);
  return gather(singles, splitUnits(own, prefix, { items: singles, limit, measure }));
}

/** The items, those of units that are larger than a group one by one. */
function singlesIn<Item>(
  items: readonly Item[],
  units: readonly Unit[],
  limit: number,
  { singlesOf }: Measure<Item>,
): readonly Item[] {
  const large = units.filter(({ size }) => size > limit);
  if (!singlesOf || large.length === 0) return items;
  const cut = new Set(large.flatMap(({ places }) => places));
  return items.flatMap((item, place) => (cut.has(place) ? singlesOf(item) : [item]));
}

/** Items that go together until their digests are at an end. */
interface Unit {
  readonly digest: string;
  /** Whether the digest has its rest: then there is one item. */
  readonly isTold: boolean;
  size: number;
  /** Where its items are. */
  readonly places: number[];
}

interface UnitGroup {
  readonly prefix: string;
  readonly units: readonly Unit[];
}

interface Splitting<Item> {
  readonly items: readonly Item[];
  readonly limit: number;
  readonly measure: Measure<Item>;
}

function unitsOf<Item>(items: readonly Item[], { sizeOf, digestOf, unitOf }: Measure<Item>): Unit[] {
  const units: Unit[] = [];
  const byName = new Map<string, Unit>();
  const byDigest = new Map<string, Unit>();
  items.forEach((item, place) => {
    const name = unitOf?.(item) ?? '';
    let unit = name === '' ? undefined : byName.get(name);
    if (!unit) {
      const digest = digestOf(item);
      // Units of one digest are one, so that only those that are too large by themselves are ever cut.
      unit = name === '' ? undefined : byDigest.get(digest);
      if (!unit) units.push((unit = { digest, isTold: false, size: 0, places: [] }));
      if (name !== '') {
        byName.set(name, unit);
        byDigest.set(digest, unit);
      }
    }
    unit.size += sizeOf(item);
    unit.places.push(place);
  });
  return units;
}

function splitUnits<Item>(units: readonly Unit[], prefix: string, splitting: Splitting<Item>): UnitGroup[] {
  const { limit, measure } = splitting;
  const at = prefix.length;
  if (isWithin([units], limit)) return [{ prefix, units }];
  const told = units.flatMap((unit) => (unit.isTold || unit.digest.length > at ? unit : singlesOf(unit, splitting)));
  // Equal digests cannot be told apart.
  if (told.some(({ digest }) => digest.length === at)) return [{ prefix, units: told }];
  const byDigit: Unit[][] = Array.from({ length: DIGITS.length }, () => []);
  for (const unit of told) byDigit[DIGITS.indexOf(unit.digest.charAt(at))]?.push(unit);
  /** Groups of those whose next digit is among these. */
  const splitRun = (first: number, count: number): UnitGroup[] => {
    const run = byDigit.slice(first, first + count);
    if (run.every((list) => list.length === 0)) return [];
    const start = prefix + DIGITS.charAt(first);
    if (count === 1) return splitUnits(run.flat(), start, splitting);
    if (measure.joinsNeighbours === true && count < DIGITS.length && isWithin(run, limit))
      return [{ prefix: `${start}-${DIGITS.charAt(first + count - 1)}`, units: run.flat() }];
    const half = count / 2;
    return [...splitRun(first, half), ...splitRun(first + half, half)];
  };
  return splitRun(0, DIGITS.length);
}

const DIGITS = '0123456789abcdef';

/** The items of a unit, each by itself and with the rest of its digits. */
function singlesOf<Item>({ digest, places }: Unit, { items, measure: { sizeOf, restOf } }: Splitting<Item>): Unit[] {
  return places.map((place) => {
    const item = items[place] as Item;
    return { digest: digest + (restOf?.(item) ?? ''), isTold: true, size: sizeOf(item), places: [place] };
  });
}

/** Whether the units fit together, or are a single item. */
function isWithin(lists: readonly (readonly Unit[])[], limit: number): boolean {
  let count = 0;
  let total = 0;
  for (const units of lists) {
    for (const { size, places } of units) {
      total += size;
      count += places.length;
    }
  }
  return count <= 1 || total <= limit;
}

/** The items of each group, in their order. */
function gather<Item>(items: readonly Item[], groups: readonly UnitGroup[]): DigestGroup<Item>[] {
  const groupAt = new Uint32Array(items.length);
  groups.forEach(({ units }, group) => {
    for (const { places } of units) for (const place of places) groupAt[place] = group;
  });
  const gathered = groups.map(({ prefix }): { prefix: string; items: Item[] } => ({ prefix, items: [] }));
  items.forEach((item, place) => gathered[groupAt[place] ?? 0]?.items.push(item));
  return gathered;
}

function sum<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += sizeOf(item);
  return total;
}

/** Hexadecimal SHA-256 of a text. */
export function digestOf(text: string): string {
  return hash('sha256', text);
}
