import type { Event } from 'js-yaml';
import { EVENT_ID } from './js-yaml.js';

/** A copy of a text with some lines indented more. */
export interface Padded {
  readonly text: string;
  /** Offsets in the copy at which the indented lines start, ascending. */
  readonly lines: readonly number[];
  /** Converts an offset of the copy to one of the source. Added blanks map to the start of their line. */
  readonly sourceOffset: (offset: number) => number;
}

/** Prefix before a node on its line. The parser requires lines in brackets to be indented more. */
const COMPACT = /(?<=^|[\n\r])[-?: ]+/g;
/** Maximum blanks added in total. A text with a few deep lines and many others is not realistic. */
const MAX_BLANKS = 16 * 2 ** 20;

/**
 * Indents the lines at `starts` enough for any position in brackets. Returns undefined if that takes too many blanks.
 */
export function pad(source: string, starts: Iterable<number>): Padded | undefined {
  let width = 1;
  for (const [prefix] of source.matchAll(COMPACT)) width = Math.max(width, prefix.length + 1);
  const sorted = [...starts].sort((a, b) => a - b);
  if (sorted.length * width > MAX_BLANKS) return undefined;
  const blanks = ' '.repeat(width);
  const pieces = sorted.map((start, index) => source.slice(sorted[index - 1] ?? 0, start));
  const lines = sorted.map((start, index) => start + index * width);
  const sourceOffset = (offset: number): number => {
    const before = countBelow(lines, offset);
    if (before === 0) return offset;
    return Math.max(offset - before * width, sorted[before - 1] ?? 0);
  };
  return { text: [...pieces, source.slice(sorted.at(-1) ?? 0)].join(blanks), lines, sourceOffset };
}

/** Returns how many numbers of an ascending list are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the events of the copy with offsets of the source. */
export function moveBack(events: readonly Event[], { sourceOffset }: Padded): Event[] {
  const move = (offset: number): number => (offset < 0 ? offset : sourceOffset(offset));
  return events.map((event): Event => {
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return event;
    const anchor = { anchorStart: move(event.anchorStart), anchorEnd: move(event.anchorEnd) };
    if (event.type === EVENT_ID.ALIAS) return { ...event, ...anchor };
    const properties = { ...anchor, tagStart: move(event.tagStart), tagEnd: move(event.tagEnd) };
    if (event.type !== EVENT_ID.SCALAR) return { ...event, ...properties, start: move(event.start) };
    return { ...event, ...properties, valueStart: move(event.valueStart), valueEnd: move(event.valueEnd) };
  });
}
