import type { Event } from 'js-yaml';
import { EVENT_ID } from './js-yaml.js';

/** A copy of a text in which some lines are indented more. */
export interface Padded {
  readonly text: string;
  /** Where the lines that were indented start in the copy, in order. */
  readonly lines: readonly number[];
  /** Where an offset of the copy is in the source; the blanks that were put in are where their line starts. */
  readonly sourceOffset: (offset: number) => number;
}

/** What can stand before a node on its line: the parser wants lines in brackets to be indented more than that. */
const COMPACT = /(?<=^|[\n\r])[-?: ]+/g;
/** Blanks that may be put in, in all: a text of few deep lines and many others is nothing that anybody writes. */
const MAX_BLANKS = 16 * 2 ** 20;

/**
 * Indents the lines that start at `starts` enough for any place in brackets, or undefined if that takes too many
 * blanks.
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

/** How many of some numbers in ascending order are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the events of the copy with the offsets that they have in the source. */
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
