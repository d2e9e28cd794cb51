import { type Address, type Family, type Prefix, widthOf } from '../../net/address.js';
import { formatAddress } from '../../net/address.js';
import { firstOf, ipv4Number } from '../../net/ipv4.js';
import { formatPrefix, sizeOf, sizeOfIPv4 } from '../../net/prefix.js';

/**
 * A position on the line of all addresses of a family. IPv4 uses doubles, which are many times faster than the bigints
 * of IPv6. Points of one family have one type.
 */
export type Point = number | bigint;

/** Addresses of a family from `first` up to, and without, `end`. */
export interface AddressRange {
  readonly family: Family;
  readonly first: Point;
  readonly end: Point;
}

/** Returns all addresses of a family. */
export function wholeFamily(family: Family): AddressRange {
  return family === 'IPv4'
    ? { family, first: 0, end: 2 ** widthOf(family) }
    : { family, first: 0n, end: 1n << BigInt(widthOf(family)) };
}

/** Returns the addresses of a network. */
export function rangeOfPrefix(prefix: Prefix): AddressRange {
  const { family, length } = prefix;
  if (family === 'IPv4') {
    const first = firstOf(prefix);
    return { family, first, end: first + sizeOfIPv4(length) };
  }
  const { base } = prefix;
  return { family, first: base, end: base + sizeOf({ family, length }) };
}

/** Returns the range of one address. */
export function rangeOfAddress(address: Address): AddressRange {
  const { family } = address;
  if (family === 'IPv6') return { family, first: address.value, end: address.value + 1n };
  const first = ipv4Number(address);
  return { family, first, end: first + 1 };
}

/** Returns a range without some networks, as ascending ranges. */
export function cutOut(range: AddressRange, networks: readonly Prefix[]): AddressRange[] {
  if (networks.length === 0) return [range];
  const { family } = range;
  const cuts = mergeRanges(networks.filter((network) => network.family === family).map(rangeOfPrefix));
  const left: AddressRange[] = [];
  let first = range.first;
  for (const cut of cuts) {
    if (cut.first > first) left.push({ family, first, end: cut.first < range.end ? cut.first : range.end });
    if (cut.end > first) first = cut.end;
    if (first >= range.end) return left;
  }
  return [...left, { family, first, end: range.end }];
}

/** Merges overlapping and adjacent ranges of one family. Returns them in ascending order. */
export function mergeRanges(ranges: readonly AddressRange[]): readonly AddressRange[] {
  if (ranges.length < 2 || isMerged(ranges)) return ranges;
  const merged: AddressRange[] = [];
  for (const range of [...ranges].sort((a, b) => comparePoints(a.first, b.first))) {
    const last = merged.at(-1);
    if (!last || range.first > last.end) merged.push(range);
    else if (range.end > last.end) merged[merged.length - 1] = { ...last, end: range.end };
  }
  return merged;
}

/** Returns true if ranges are ascending and do not touch. */
function isMerged(ranges: readonly AddressRange[]): boolean {
  let end: Point | undefined;
  for (const range of ranges) {
    if (end !== undefined && range.first <= end) return false;
    ({ end } = range);
  }
  return true;
}

/** Compares points of one family, ascending. */
export function comparePoints(a: Point, b: Point): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the addresses of a family outside of the ranges, which are ascending and disjoint. */
export function complement(family: Family, ranges: readonly AddressRange[]): AddressRange[] {
  const whole = wholeFamily(family);
  const left: AddressRange[] = [];
  let { first } = whole;
  for (const range of ranges) {
    if (range.first > first) left.push({ family, first, end: range.first });
    first = range.end;
  }
  if (first < whole.end) left.push({ family, first, end: whole.end });
  return left;
}

/** Returns the addresses in both lists. If each list is ascending and disjoint in a family, so is the result. */
export function intersectRanges(a: readonly AddressRange[], b: readonly AddressRange[]): AddressRange[] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      if (one.family !== other.family) return [];
      const first = comparePoints(one.first, other.first) > 0 ? one.first : other.first;
      const end = comparePoints(one.end, other.end) < 0 ? one.end : other.end;
      return comparePoints(first, end) < 0 ? [{ family: one.family, first, end }] : [];
    }),
  );
}

/** Returns the addresses in both lists in linear time. Each list is ascending and disjoint, and of one family. */
export function intersectAscending(a: readonly AddressRange[], b: readonly AddressRange[]): AddressRange[] {
  const common: AddressRange[] = [];
  let [left, right] = [0, 0];
  for (let one = a[left], other = b[right]; one && other; one = a[left], other = b[right]) {
    const first = one.first > other.first ? one.first : other.first;
    const end = one.end < other.end ? one.end : other.end;
    if (first < end) common.push({ family: one.family, first, end });
    if (one.end < other.end) left++;
    else right++;
  }
  return common;
}

/** Returns the smallest list of networks that covers a range, ascending. */
export function prefixesOfRange({ family, first, end }: AddressRange): Prefix[] {
  const prefixes: Prefix[] = [];
  let start = first;
  while (start < end) {
    const prefix = firstPrefixOf({ family, first: start, end });
    prefixes.push(prefix);
    start = rangeOfPrefix(prefix).end;
  }
  return prefixes;
}

/** Returns the largest network at the start of a range. A network starts at a multiple of its size. */
function firstPrefixOf({ family, first, end }: AddressRange): Prefix {
  const width = widthOf(family);
  let hostBits = 0;
  if (typeof first === 'number') {
    for (let next = 2; hostBits < width && first % next === 0 && first + next <= Number(end); next *= 2) hostBits++;
  } else {
    const stop = BigInt(end);
    for (let next = 2n; hostBits < width && first % next === 0n && first + next <= stop; next *= 2n) hostBits++;
  }
  return { family, base: BigInt(first), length: width - hostBits };
}

/**
 * Returns an address near the start of a range. Skips the first address if there are others, because a network address
 * is not a host.
 */
export function sampleAddress({ family, first, end }: AddressRange): Address {
  const base = BigInt(first);
  return { family, value: BigInt(end) - base > 2n ? base + 1n : base };
}

/** Formats a range: an address, a network, or its first and last address. */
export function formatRange(range: AddressRange): string {
  const only = firstPrefixOf(range);
  const { family } = range;
  if (rangeOfPrefix(only).end === range.end) {
    return only.length === widthOf(family) ? formatAddress({ family, value: only.base }) : formatPrefix(only);
  }
  const last = formatAddress({ family, value: BigInt(range.end) - 1n });
  return `${formatAddress({ family, value: BigInt(range.first) })}–${last}`;
}
