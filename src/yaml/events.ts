import type { Event, ScalarEvent } from 'js-yaml';
import type { PackedEvents } from '../model/document.js';
import { EVENT_ID } from './js-yaml.js';

const TYPE = 7;
export const STYLE_SHIFT = 3;
export const CHOMPING_SHIFT = 6;
/** Flag: the value is a slice of the source. */
export const FAST = 1 << 8;
export const PROPERTIES = 1 << 9;
const PROPERTY_WORDS = 5;

/** Words of an event without properties, by type. */
const WORDS: readonly number[] = Array.from({ length: TYPE + 1 }, (_, type) => {
  if (type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS) return 3;
  return type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING ? 2 : 1;
});

/** Packs the events of one text. */
export function packEvents(events: readonly Event[]): PackedEvents {
  const packed = new Int32Array(sizeOf(events));
  let at = 0;
  for (const event of events) at = packEvent(event, packed, at, 0);
  return packed;
}

/**
 * Packs the events of a text with several documents, for each document separately, with offsets that count from the
 * start of its range. Returns undefined if a range does not contain exactly one document. An empty document has no
 * offset to assign it by.
 */
export function packDocuments(
  events: readonly Event[],
  ranges: readonly { readonly start: number; readonly end: number }[],
): PackedEvents[] | undefined {
  const packed = new Int32Array(sizeOf(events));
  const documents: PackedEvents[] = [];
  let base = 0;
  let from = 0;
  let at = 0;
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) continue;
    if (event.type === EVENT_ID.DOCUMENT) {
      if (index > 0) documents.push(packed.subarray(from, at));
      const range = ranges[documents.length];
      const place = placeOf(events[index + 1]);
      if (range === undefined || place < range.start || place >= range.end) return undefined;
      base = range.start;
      from = at;
    }
    at = packEvent(event, packed, at, base);
  }
  documents.push(packed.subarray(from, at));
  return documents.length === ranges.length ? documents : undefined;
}

/** Returns the offset of a node, or -1 for an empty one. */
function placeOf(event: Event | undefined): number {
  if (event === undefined) return -1;
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return 'start' in event ? event.start : -1;
}

/** Writes an event into `packed` at `index`, with offsets that count from `base`. Returns the index after it. */
function packEvent(event: Event, packed: PackedEvents, index: number, base: number): number {
  let at = index;
  const put = (offset: number): void => {
    packed[at++] = offset < 0 ? offset : offset - base;
  };
  const properties = isDecorated(event);
  packed[at++] = event.type | flagsOf(event) | (properties ? PROPERTIES : 0);
  if (event.type === EVENT_ID.SCALAR) {
    put(event.valueStart);
    put(event.valueEnd);
  } else if (event.type === EVENT_ID.ALIAS) {
    put(event.anchorStart);
    put(event.anchorEnd);
  } else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
    put(event.start);
  }
  if (properties && 'tagStart' in event) {
    put(event.anchorStart);
    put(event.anchorEnd);
    put(event.tagStart);
    put(event.tagEnd);
    packed[at++] = event.type === EVENT_ID.SCALAR ? event.indent : -1;
  }
  return at;
}

function sizeOf(events: readonly Event[]): number {
  let size = 0;
  for (const event of events) size += wordsOf(event);
  return size;
}

function wordsOf(event: Event): number {
  return (WORDS[event.type] ?? 1) + (isDecorated(event) ? PROPERTY_WORDS : 0);
}

function isDecorated(event: Event): boolean {
  if (!('tagStart' in event)) return false;
  return event.anchorStart >= 0 || event.tagStart >= 0 || (event.type === EVENT_ID.SCALAR && event.indent >= 0);
}

function flagsOf(event: Event): number {
  if (event.type !== EVENT_ID.SCALAR) return 0;
  return (event.style << STYLE_SHIFT) | (event.chomping << CHOMPING_SHIFT) | (event.fast ? FAST : 0);
}

/** Returns the type of the event at an index, or 0 after the last one. */
export function typeAt(events: PackedEvents, at: number): number {
  return (events[at] ?? 0) & TYPE;
}

/** Returns the index of the event after the one at `at`. */
export function indexAfter(events: PackedEvents, at: number): number {
  const word = events[at] ?? 0;
  return at + (WORDS[word & TYPE] ?? 1) + ((word & PROPERTIES) === 0 ? 0 : PROPERTY_WORDS);
}

/** Returns true if the event at an index is a scalar without anchor and tag whose value is a slice of the source. */
export function isSlice(events: PackedEvents, at: number): boolean {
  return ((events[at] ?? 0) & (TYPE | FAST | PROPERTIES)) === (EVENT_ID.SCALAR | FAST);
}

/** Returns true if the node at an index has an anchor or a tag. */
export function hasProperties(events: PackedEvents, at: number): boolean {
  return ((events[at] ?? 0) & PROPERTIES) !== 0;
}

/** Returns the style of the scalar at an index. */
export function styleAt(events: PackedEvents, at: number): number {
  return ((events[at] ?? 0) >> STYLE_SHIFT) & TYPE;
}

/** Returns the event at an index, unpacked. */
export function eventAt(events: PackedEvents, at: number): Event {
  const word = events[at] ?? 0;
  const type = word & TYPE;
  const start = events[at + 1] ?? -1;
  const end = events[at + 2] ?? -1;
  const properties = propertiesAt(events, at + (WORDS[type] ?? 1), (word & PROPERTIES) !== 0);
  if (type === EVENT_ID.SCALAR) {
    const style = ((word >> STYLE_SHIFT) & TYPE) as ScalarEvent['style'];
    const chomping = ((word >> CHOMPING_SHIFT) & 3) as ScalarEvent['chomping'];
    return { type, valueStart: start, valueEnd: end, style, chomping, fast: (word & FAST) !== 0, ...properties };
  }
  if (type === EVENT_ID.ALIAS) return { type, anchorStart: start, anchorEnd: end };
  if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) return { type, start, style: 1, ...properties };
  if (type === EVENT_ID.DOCUMENT) return { type, explicitStart: false, explicitEnd: false, directives: [] };
  return { type: EVENT_ID.POP };
}

function propertiesAt(
  events: PackedEvents,
  at: number,
  present: boolean,
): Omit<ScalarEvent, 'type' | 'valueStart' | 'valueEnd' | 'style' | 'chomping' | 'fast'> {
  const word = (offset: number): number => (present ? (events[at + offset] ?? -1) : -1);
  return { anchorStart: word(0), anchorEnd: word(1), tagStart: word(2), tagEnd: word(3), indent: word(4) };
}
