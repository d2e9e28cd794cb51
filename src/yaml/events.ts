import { type Event, EVENT_ID, type ScalarEvent } from 'js-yaml';
import type { PackedEvents } from '../model/document.js';

const TYPE = 7;
const STYLE_SHIFT = 3;
const CHOMPING_SHIFT = 6;
/** The value is a slice of the source. */
const FAST = 1 << 8;
const PROPERTIES = 1 << 9;
const PROPERTY_WORDS = 5;

/** Words of an event of each type without properties. */
const WORDS: readonly number[] = Array.from({ length: TYPE + 1 }, (_, type) => {
  if (type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS) return 3;
  return type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING ? 2 : 1;
});

/** Packs events. */
export function packEvents(events: readonly Event[]): PackedEvents {
  const packed = new Int32Array(events.reduce((size, event) => size + wordsOf(event), 0));
  let at = 0;
  for (const event of events) {
    const properties = hasProperties(event);
    packed[at++] = event.type | flagsOf(event) | (properties ? PROPERTIES : 0);
    if (event.type === EVENT_ID.SCALAR) {
      packed[at++] = event.valueStart;
      packed[at++] = event.valueEnd;
    } else if (event.type === EVENT_ID.ALIAS) {
      packed[at++] = event.anchorStart;
      packed[at++] = event.anchorEnd;
    } else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      packed[at++] = event.start;
    }
    if (properties && 'tagStart' in event) {
      packed[at++] = event.anchorStart;
      packed[at++] = event.anchorEnd;
      packed[at++] = event.tagStart;
      packed[at++] = event.tagEnd;
      packed[at++] = event.type === EVENT_ID.SCALAR ? event.indent : -1;
    }
  }
  return packed;
}

function wordsOf(event: Event): number {
  return (WORDS[event.type] ?? 1) + (hasProperties(event) ? PROPERTY_WORDS : 0);
}

function hasProperties(event: Event): boolean {
  if (!('tagStart' in event)) return false;
  return event.anchorStart >= 0 || event.tagStart >= 0 || (event.type === EVENT_ID.SCALAR && event.indent >= 0);
}

function flagsOf(event: Event): number {
  if (event.type !== EVENT_ID.SCALAR) return 0;
  return (event.style << STYLE_SHIFT) | (event.chomping << CHOMPING_SHIFT) | (event.fast ? FAST : 0);
}

/** The type of the event at an index; 0 behind the last one. */
export function typeAt(events: PackedEvents, at: number): number {
  return (events[at] ?? 0) & TYPE;
}

/** The index of the event after the one at `at`. */
export function indexAfter(events: PackedEvents, at: number): number {
  const word = events[at] ?? 0;
  return at + (WORDS[word & TYPE] ?? 1) + ((word & PROPERTIES) === 0 ? 0 : PROPERTY_WORDS);
}

/** Whether the event at an index is a scalar without anchor and tag whose value is a slice of the source. */
export function isSlice(events: PackedEvents, at: number): boolean {
  return ((events[at] ?? 0) & (TYPE | FAST | PROPERTIES)) === (EVENT_ID.SCALAR | FAST);
}

/** The style of the scalar at an index. */
export function styleAt(events: PackedEvents, at: number): number {
  return ((events[at] ?? 0) >> STYLE_SHIFT) & TYPE;
}

/** The event at an index, unpacked. */
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
