import { CHOMPING_SHIFT, FAST, PROPERTIES, STYLE_SHIFT } from './events.js';
import { EVENT_ID } from './js-yaml.js';
import type { PassedScalar, ScanTarget } from './scan-target.js';

/** Maximum words of an event. */
const LONGEST = 8;
/** Characters of a text for each word of its events, typically. */
const CHARACTERS_A_WORD = 4;

/** Buffer for the events of several documents, one after the other. */
export interface EventMemory {
  words: Int32Array;
  size: number;
}

/**
 * Creates a buffer for the events of a text of this length. A separate buffer for each short document would cost more
 * than its events.
 */
export function createEventMemory(length: number): EventMemory {
  return { words: new Int32Array(Math.ceil(length / CHARACTERS_A_WORD) + 2 * LONGEST), size: 0 };
}

/** Writes the start of a document, or the end of a document or collection. */
export function writeMark(memory: EventMemory, type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP): void {
  reserve(memory)[memory.size++] = type;
}

/** Creates a target that writes events, with offsets that count from `base`. */
export function writeEvents(memory: EventMemory, base: number): ScanTarget {
  const writeScalar = ({ valueStart, valueEnd, style, isSlice }: PassedScalar): void => {
    const words = reserve(memory);
    words[memory.size++] = scalarWord(style, 1) | (isSlice ? FAST : 0);
    words[memory.size++] = valueStart - base;
    words[memory.size++] = valueEnd - base;
  };
  return {
    begin: (isSequence, start) => {
      const words = reserve(memory);
      words[memory.size++] = isSequence ? EVENT_ID.SEQUENCE : EVENT_ID.MAPPING;
      words[memory.size++] = start - base;
    },
    end: () => {
      writeMark(memory, EVENT_ID.POP);
    },
    key: writeScalar,
    value: writeScalar,
    empty: () => {
      const words = reserve(memory);
      words[memory.size++] = scalarWord(1, 1);
      words[memory.size++] = -1;
      words[memory.size++] = -1;
    },
    block: (start, end, style, chomping, indent) => {
      const words = reserve(memory);
      words[memory.size++] = scalarWord(style, chomping) | PROPERTIES;
      words[memory.size++] = start - base;
      words[memory.size++] = end - base;
      words.fill(-1, memory.size, memory.size + 4);
      words[memory.size + 4] = indent;
      memory.size += 5;
    },
  };
}

function scalarWord(style: number, chomping: number): number {
  return EVENT_ID.SCALAR | (style << STYLE_SHIFT) | (chomping << CHOMPING_SHIFT);
}

/** Returns the words with space for one more event. */
function reserve(memory: EventMemory): Int32Array {
  if (memory.size + LONGEST > memory.words.length) {
    const words = new Int32Array(2 * memory.words.length);
    words.set(memory.words);
    memory.words = words;
  }
  return memory.words;
}
