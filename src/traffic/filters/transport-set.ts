/**
 * An interval of the line of protocols and destination ports. It has 65,536 places each for TCP, UDP and SCTP, one for
 * ICMP, and one for all other protocols, which rules cannot distinguish. From `first` up to, and without, `end`.
 */
export interface TransportRange {
  readonly first: number;
  readonly end: number;
}

/** Protocols and ports: ascending and disjoint ranges that do not touch. */
export type TransportSet = readonly TransportRange[];

/** No protocol and no port. */
export const NO_TRANSPORT: TransportSet = [];

/** Returns the intersection of two sets. */
export function intersectTransport(a: TransportSet, b: TransportSet): TransportSet {
  if (a === b) return a;
  const common: TransportRange[] = [];
  let [left, right] = [0, 0];
  for (let one = a[left], other = b[right]; one && other; one = a[left], other = b[right]) {
    const first = Math.max(one.first, other.first);
    const end = Math.min(one.end, other.end);
    if (first < end) common.push({ first, end });
    if (one.end < other.end) left++;
    else right++;
  }
  return common;
}

/** Returns the first set without the second. */
export function subtractTransport(a: TransportSet, b: TransportSet): TransportSet {
  if (b.length === 0) return a;
  const left: TransportRange[] = [];
  let from = 0;
  for (const range of a) {
    let { first } = range;
    while ((b[from]?.end ?? Infinity) <= first) from++;
    for (let at = from, cut = b[at]; cut && cut.first < range.end; cut = b[++at]) {
      if (cut.first > first) left.push({ first, end: cut.first });
      first = cut.end;
    }
    if (first < range.end) left.push({ first, end: range.end });
  }
  return left;
}

/** Returns the union of two sets. */
export function uniteTransport(a: TransportSet, b: TransportSet): TransportSet {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return mergeTransport([...a, ...b]);
}

/** Returns ascending ranges, with overlapping and adjacent ones joined. */
export function mergeTransport(ranges: readonly TransportRange[]): TransportSet {
  const ascending = isAscending(ranges) ? ranges : [...ranges].sort((a, b) => a.first - b.first);
  const [lowest] = ascending;
  if (!lowest || ascending.length === 1) return ranges;
  const merged: TransportRange[] = [];
  let { first, end } = lowest;
  for (const range of ascending) {
    if (range.first > end) {
      merged.push({ first, end });
      ({ first, end } = range);
    } else if (range.end > end) end = range.end;
  }
  merged.push({ first, end });
  return merged;
}

/** Returns true if each range begins at or behind the beginning of the one before. */
function isAscending(ranges: readonly TransportRange[]): boolean {
  for (let index = 1; index < ranges.length; index++) {
    if ((ranges[index]?.first ?? 0) < (ranges[index - 1]?.first ?? 0)) return false;
  }
  return true;
}
