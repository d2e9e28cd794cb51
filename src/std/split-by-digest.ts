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
  /** Hexadecimal digits, as many as it takes. */
  readonly digestOf: (item: Item) => string;
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
  const size = items.reduce((sum, item) => sum + measure.sizeOf(item), 0);
  if (size <= limit || items.length <= 1) return [{ prefix, items }];
  const byDigit = new Map<string, Item[]>();
  for (const item of items) {
    const digit = measure.digestOf(item).charAt(prefix.length);
    const group = byDigit.get(digit);
    if (group) group.push(item);
    else byDigit.set(digit, [item]);
  }
  // Equal digests cannot be told apart.
  if (byDigit.has('')) return [{ prefix, items }];
  return [...byDigit]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([digit, group]) => splitByDigest(group, limit, measure, prefix + digit));
}

/** Hexadecimal SHA-256 of a text. */
export function digestOf(text: string): string {
  return hash('sha256', text);
}
