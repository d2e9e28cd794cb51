import { asObject, isText, parseJson } from '../std/json.js';
import { type ReadEntries, type Reject, MAX_ENTRY_BYTES, TOO_LONG } from './entry-reader.js';
import type { ReadText } from './loki-line.js';
import { INCOMPLETE, INVALID, scanObject, skipBlanks, skipString } from './scan-object.js';

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Key of the labels of a stream. */
const STREAM = Buffer.from('"stream"');

/**
 * Creates a reader of a response of Loki's HTTP API to a query for logs. It passes on each entry of `values` with the
 * labels of its `stream`, and keeps neither. See "Query logs within a range of time" in Loki's HTTP API.
 */
export function createLokiReader(reject: Reject, readText: ReadText): ReadEntries {
  let labels: Readonly<Record<string, unknown>> = {};
  let isBroken = false;
  const readLabels = (bytes: Buffer, start: number, end: number): number => {
    const after = scanObject(bytes, start, end, () => -1, { ranges: new Int32Array(0), needsParse: false });
    if (after >= 0) labels = asObject(parseJson(bytes.toString('utf8', start, after))) ?? {};
    return after;
  };
  const readValue = (bytes: Buffer, start: number, end: number): number => {
    const value = scanValue(bytes, start, end);
    if (typeof value === 'number') return value;
    const text = parseText(bytes, value.text, value.after);
    const reason = text === undefined ? 'invalid JSON' : readText(text, labels, value.nanoseconds / 1e6);
    if (reason !== undefined) reject(start, reason);
    return value.after;
  };
  /** Reads the entry, labels or other token at an offset. Returns the offset after it, or a result of a scan. */
  const readToken = (bytes: Buffer, at: number, end: number): number => {
    if (bytes[at] === OPEN_BRACKET) return readValue(bytes, at, end);
    if (bytes[at] !== QUOTE) return at + 1;
    const after = skipString(bytes, at, end, { needsParse: false });
    if (after < 0 || bytes.compare(STREAM, 0, STREAM.length, at, after) !== 0) return after;
    const colon = skipBlanks(bytes, after, end);
    if (colon >= end) return INCOMPLETE;
    const start = bytes[colon] === COLON ? skipBlanks(bytes, colon + 1, end) : colon;
    if (start >= end) return INCOMPLETE;
    return bytes[start] === OPEN_BRACE ? readLabels(bytes, start, end) : after;
  };
  return (bytes, start, end, isLast) => {
    let at = start;
    while (at < end && !isBroken) {
      const after = readToken(bytes, at, end);
      if (after === INCOMPLETE && !isLast && end - at <= MAX_ENTRY_BYTES) return at;
      if (after < 0) {
        // Without the structure, the rest has no meaning.
        isBroken = true;
        reject(at, after === INVALID ? 'invalid JSON' : isLast ? 'the file ends within an entry' : TOO_LONG);
      } else at = after;
    }
    return end;
  };
}

/** An entry `["<nanoseconds>", "<line>", …`. `text` is the offset of the line. */
interface ScannedValue {
  readonly nanoseconds: number;
  readonly text: number;
  readonly after: number;
}

/** Scans the entry at a bracket. Returns the offset after the bracket if it starts another list. */
function scanValue(bytes: Buffer, start: number, end: number): ScannedValue | number {
  const other = start + 1;
  const time = skipBlanks(bytes, other, end);
  if (time >= end) return INCOMPLETE;
  if (bytes[time] !== QUOTE) return other;
  const state = { needsParse: false };
  const afterTime = skipString(bytes, time, end, state);
  if (afterTime < 0) return afterTime;
  const comma = skipBlanks(bytes, afterTime, end);
  if (comma >= end) return INCOMPLETE;
  if (bytes[comma] !== COMMA) return other;
  const text = skipBlanks(bytes, comma + 1, end);
  if (text >= end) return INCOMPLETE;
  const nanoseconds = Number(bytes.toString('latin1', time + 1, afterTime - 1));
  if (bytes[text] !== QUOTE || Number.isNaN(nanoseconds)) return other;
  const after = skipString(bytes, text, end, state);
  return after < 0 ? after : { nanoseconds, text, after };
}

/** Returns the JSON string in `bytes[start, end)`, or undefined if it is invalid. */
function parseText(bytes: Buffer, start: number, end: number): string | undefined {
  const value = parseJson(bytes.toString('utf8', start, end));
  return isText(value) ? value : undefined;
}
