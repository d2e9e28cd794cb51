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
  /** Hexadecimal digits. */
  readonly digestOf: (item: Item) => string;
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
  const { sizeOf, digestOf } = measure;
  const sizes = items.map(sizeOf);
  if (items.length <= 1 || sum(sizes) <= limit) return [{ prefix, items }];
  const measured = items.map((item, index) => ({ item, size: sizes[index] ?? 0, digest: digestOf(item) }));
  return splitMeasured(measured, limit, prefix, measure);
}

/** An item with what is to be known of it. */
interface Measured<Item> {
  readonly item: Item;
  readonly size: number;
  digest: string;
}

function splitMeasured<Item>(
  measured: readonly Measured<Item>[],
  limit: number,
  prefix: string,
  measure: Measure<Item>,
): DigestGroup<Item>[] {
  const fits = isWithin(measured, limit);
  const [at, { restOf }] = [prefix.length, measure];
  if (!fits && restOf) for (const one of measured) if (one.digest.length === at) one.digest += restOf(one.item);
  // Equal digests cannot be told apart.
  if (fits || measured.some(({ digest }) => digest.length === at)) return [groupOf(prefix, measured)];
  /** Groups of those whose next digit is among these. */
  const splitRun = (run: readonly Measured<Item>[], first: number, count: number): DigestGroup<Item>[] => {
    if (run.length === 0) return [];
    const start = prefix + DIGITS.charAt(first);
    if (count === 1) return splitMeasured(run, limit, start, measure);
    if (measure.joinsNeighbours === true && count < DIGITS.length && isWithin(run, limit))
      return [groupOf(`${start}-${DIGITS.charAt(first + count - 1)}`, run)];
    const half = count / 2;
    const middle = DIGITS.charAt(first + half);
    const lower = run.filter(({ digest }) => digest.charAt(at) < middle);
    const upper = run.filter(({ digest }) => digest.charAt(at) >= middle);
    return [...splitRun(lower, first, half), ...splitRun(upper, first + half, half)];
  };
  return splitRun(measured, 0, DIGITS.length);
}

const DIGITS = '0123456789abcdef';

function groupOf<Item>(prefix: string, measured: readonly Measured<Item>[]): DigestGroup<Item> {
  return { prefix, items: measured.map(({ item }) => item) };
}

function isWithin(measured: readonly Measured<unknown>[], limit: number): boolean {
  let total = 0;
  for (const { size } of measured) total += size;
  return measured.length <= 1 || total <= limit;
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Hexadecimal SHA-256 of a text. */
export function digestOf(text: string): string {
  return hash('sha256', text);
}
