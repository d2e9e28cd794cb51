import { hash } from 'node:crypto';

/** A group of items: the digits that all their digests begin with, '' for all there are. */
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
}

/**
 * Divides items into groups of at most `limit` bytes, by as few digits of their digests as it takes. In which group an item is
 * depends on what is in its group alone, so a change of one changes its group and no other, until a group is cut or
 * joined. An item that is larger by itself is a group. Keeps the order of the items in each group.
 */
export function splitByDigest<Item>(
  items: readonly Item[],
  limit: number,
  { sizeOf, digestOf, restOf }: Measure<Item>,
  prefix = '',
): readonly DigestGroup<Item>[] {
  const sizes = items.map(sizeOf);
  if (items.length <= 1 || sum(sizes) <= limit) return [{ prefix, items }];
  const measured = items.map((item, index) => ({ item, size: sizes[index] ?? 0, digest: digestOf(item) }));
  return splitMeasured(measured, limit, prefix, restOf);
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
  restOf: Measure<Item>['restOf'],
): DigestGroup<Item>[] {
  const whole = (): DigestGroup<Item>[] => [{ prefix, items: measured.map(({ item }) => item) }];
  if (measured.length <= 1 || sumOfSizes(measured) <= limit) return whole();
  const byDigit = new Map<string, Measured<Item>[]>();
  for (const one of measured) {
    if (restOf && one.digest.length === prefix.length) one.digest += restOf(one.item);
    const digit = one.digest.charAt(prefix.length);
    const group = byDigit.get(digit);
    if (group) group.push(one);
    else byDigit.set(digit, [one]);
  }
  // Equal digests cannot be told apart.
  if (byDigit.has('')) return whole();
  return [...byDigit]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([digit, group]) => splitMeasured(group, limit, prefix + digit, restOf));
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function sumOfSizes(measured: readonly Measured<unknown>[]): number {
  let total = 0;
  for (const { size } of measured) total += size;
  return total;
}

/** Hexadecimal SHA-256 of a text. */
export function digestOf(text: string): string {
  return hash('sha256', text);
}
