import type { DocumentRange } from '../model/document.js';

const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;
const BACKSLASH = 92;

/** What JSON has outside of its strings (RFC 8259 §2): anything else is YAML, whose quotes and comments hold any brace. */
const CHARACTERS = codesOf(' \t\r\n{}[]:,+-.0123456789eEtrufalsn');
const SPACE = codesOf(' \t\r\n');

/**
 * Splits a range that holds several JSON objects in a row, with nothing but white space between them, at each: kubectl
 * reads a text that starts with a brace as such a stream. Any other range is returned as it is.
 */
export function splitJsonStream(text: string, range: DocumentRange): readonly DocumentRange[] {
  let start = skipSpace(text, range.start, range.end);
  if (text.charCodeAt(start) !== OPEN) return [range];
  const starts = [range.start];
  for (;;) {
    const end = objectEnd(text, start, range.end);
    start = end < 0 ? range.end : skipSpace(text, end, range.end);
    // Text after the last object stays with it: the parser reports what is wrong there.
    if (start >= range.end || text.charCodeAt(start) !== OPEN) break;
    starts.push(start);
  }
  return starts.map((from, index) => ({ start: from, end: starts[index + 1] ?? range.end, isJson: true }));
}

/** Where the object that starts at `start` has ended, or -1 if it has no end, or is not JSON. */
function objectEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at, limit);
      if (at < 0) return -1;
    } else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
    else if (!CHARACTERS.has(code)) return -1;
  }
  return -1;
}

/** Where the quote is that ends the string whose first one is at `start`, or -1 without one. */
function stringEnd(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

/** Returns the first place from `start` on that holds no white space of JSON. */
function skipSpace(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && SPACE.has(text.charCodeAt(at))) at++;
  return at;
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
