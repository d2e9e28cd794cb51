import { compareText } from '../../std/compare-text.js';
import type { Address } from '../../net/address.js';
import type { RangeClaim } from '../../model/claim.js';

/** Returns the range claim that contains an address. */
export type FindRange = (address: Address) => RangeClaim | undefined;

/** Interval of addresses from `first` up to the next segment, with its best claim, if any. */
interface Segment {
  readonly first: bigint;
  readonly claim: RangeClaim | undefined;
}

/**
 * Indexes range claims. The returned function finds the best claim on an address in logarithmic time. Reserved ranges
 * precede those for allocations, then the narrowest range wins. Takes n log n for n ranges, regardless of overlaps.
 */
export function indexRanges(claims: readonly RangeClaim[]): FindRange {
  const ordered = [...claims].sort(compareRanges);
  const ofFamily = {
    IPv4: cutIntoSegments(ordered.filter(({ family }) => family === 'IPv4')),
    IPv6: cutIntoSegments(ordered.filter(({ family }) => family === 'IPv6')),
  };
  return ({ family, value }) => findSegment(ofFamily[family], value)?.claim;
}

function compareRanges(a: RangeClaim, b: RangeClaim): number {
  return (
    (a.role === b.role ? 0 : a.role === 'reserved-range' ? -1 : 1) ||
    compareNumbers(a.last - a.first, b.last - b.first) ||
    compareNumbers(a.first, b.first) ||
    compareText(a.description, b.description) ||
    compareText(JSON.stringify(a.claimant ?? ''), JSON.stringify(b.claimant ?? ''))
  );
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Assigns the claims to segments of the address line, the best first. `next` skips assigned segments, so that each is
 * assigned once.
 */
function cutIntoSegments(ordered: readonly RangeClaim[]): Segment[] {
  const boundaries = [...new Set(ordered.flatMap(({ first, last }) => [first, last + 1n]))].sort(compareNumbers);
  const indexOf = new Map(boundaries.map((boundary, index) => [boundary, index]));
  const painted: (RangeClaim | undefined)[] = boundaries.map(() => undefined);
  const next = boundaries.map((_, index) => index);
  const skipPainted = (start: number): number => {
    let end = start;
    while (end < next.length && next[end] !== end) end = next[end] ?? next.length;
    // Later walks skip what this one found.
    for (let at = start; at < end;) {
      const after = next[at] ?? end;
      next[at] = end;
      at = after;
    }
    return end;
  };
  for (const claim of ordered) {
    const end = indexOf.get(claim.last + 1n) ?? 0;
    for (let at = skipPainted(indexOf.get(claim.first) ?? 0); at < end; at = skipPainted(at)) {
      painted[at] = claim;
      next[at] = at + 1;
    }
  }
  return boundaries.map((first, index) => ({ first, claim: painted[index] }));
}

/** Returns the last segment that begins at or before the value. */
function findSegment(segments: readonly Segment[], value: bigint): Segment | undefined {
  let low = -1;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.first ?? value) <= value) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}
