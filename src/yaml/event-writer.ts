import type { PackedEvents } from '../model/document.js';
import { CHOMPING_SHIFT, FAST, PROPERTIES, STYLE_SHIFT } from './events.js';
import { EVENT_ID } from './js-yaml.js';

/** Words of the longest event. */
const LONGEST = 8;
/** Characters of a text for each word of its events, in most texts. */
const CHARACTERS_A_WORD = 4;

/** Where the events of several documents are written, one behind the other. */
export interface EventMemory {
  words: Int32Array;
  size: number;
}

/** The events that a scan has found so far, with offsets that count from `base`. */
export interface EventWriter extends EventMemory {
  readonly base: number;
}

/** Memory for the events of a text of so many characters: a piece for each short document would cost more than its events. */
export function createEventMemory(length: number): EventMemory {
  return { words: new Int32Array(Math.ceil(length / CHARACTERS_A_WORD) + 2 * LONGEST), size: 0 };
}

/** Keeps in `memory` what was written behind what it held, and gives the new events. */
export function keepEvents({ words, size }: EventWriter, memory: EventMemory): PackedEvents {
  const start = memory.size;
  memory.words = words;
  memory.size = size;
  return words.subarray(start, size);
}

/** Writes the beginning of a document or the end of a document or collection. */
export function writeMark(writer: EventWriter, type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP): void {
  reserve(writer)[writer.size++] = type;
}

/** Writes the beginning of a collection. */
export function writeCollection(
  writer: EventWriter,
  type: typeof EVENT_ID.SEQUENCE | typeof EVENT_ID.MAPPING,
  start: number,
): void {
  const words = reserve(writer);
  words[writer.size++] = type;
  words[writer.size++] = start - writer.base;
}

/** Writes a scalar on one line; `isSlice`: its value is its text. */
export function writeScalar(writer: EventWriter, start: number, end: number, style: number, isSlice: boolean): void {
  const words = reserve(writer);
  words[writer.size++] = scalarWord(style, 1) | (isSlice ? FAST : 0);
  words[writer.size++] = start - writer.base;
  words[writer.size++] = end - writer.base;
}

/** Writes a scalar that is not there. */
export function writeEmpty(writer: EventWriter): void {
  const words = reserve(writer);
  words[writer.size++] = scalarWord(1, 1);
  words[writer.size++] = -1;
  words[writer.size++] = -1;
}

/** Writes a block scalar whose lines are indented by `indent`. */
export function writeBlockScalar(
  writer: EventWriter,
  start: number,
  end: number,
  style: number,
  chomping: number,
  indent: number,
): void {
  const words = reserve(writer);
  words[writer.size++] = scalarWord(style, chomping) | PROPERTIES;
  words[writer.size++] = start - writer.base;
  words[writer.size++] = end - writer.base;
  words.fill(-1, writer.size, writer.size + 4);
  words[writer.size + 4] = indent;
  writer.size += 5;
}

function scalarWord(style: number, chomping: number): number {
  return EVENT_ID.SCALAR | (style << STYLE_SHIFT) | (chomping << CHOMPING_SHIFT);
}

/** Makes room for one event more. */
function reserve(writer: EventWriter): Int32Array {
  if (writer.size + LONGEST > writer.words.length) {
    const words = new Int32Array(2 * writer.words.length);
    words.set(writer.words);
    writer.words = words;
  }
  return writer.words;
}
