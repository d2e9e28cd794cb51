import type { DocumentRange } from '../model/document.js';

const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;
const BACKSLASH = 92;

/**
 * Characters of JSON outside strings (RFC 8259 §2). Anything else is YAML, in which quotes and comments can contain
 * braces.
 */
const CHARACTERS = codesOf(' \t\r\n{}[]:,+-.0123456789eEtrufalsn');
const SPACE = codesOf(' \t\r\n');

/**
 * Splits a range of several consecutive JSON objects, separated only by white space, into one range each. kubectl reads
 * a text that starts with a brace as such a stream. Returns any other range unchanged.
 */
export function splitJsonStream(text: string, range: DocumentRange): readonly DocumentRange[] {
  let start = skipSpace(text, range.start, range.end);
  if (text.charCodeAt(start) !== OPEN) return [range];
  const starts = [range.start];
  for (;;) {
    const end = objectEnd(text, start, range.end);
    start = end < 0 ? range.end : skipSpace(text, end, range.end);
    // Text after the last object stays with it, and the parser reports it.
    if (start >= range.end || text.charCodeAt(start) !== OPEN) break;
    starts.push(start);
  }
  return starts.map((from, index) => ({ start: from, end: starts[index + 1] ?? range.end, isJson: true }));
}

/** Returns the offset after the object at `start`, or -1 if it does not end or is not JSON. */
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

/** Returns the offset of the closing quote of the string at `start`, or -1 if there is none. */
function stringEnd(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

/** Returns the first offset from `start` on without JSON white space. */
function skipSpace(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && SPACE.has(text.charCodeAt(at))) at++;
  return at;
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
