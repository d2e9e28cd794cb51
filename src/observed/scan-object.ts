/** Result of a scan: the object ends beyond the bytes. */
export const INCOMPLETE = -1;
/** Result of a scan: the bytes are not JSON. */
export const INVALID = -2;

/**
 * Byte ranges of the values of some members. Member `i` is in `bytes[ranges[2 * i], ranges[2 * i + 1])`, with the quotes
 * of a string. A start of -1 means that the object lacks the member.
 */
export interface ScannedObject {
  readonly ranges: Int32Array;
  /** If true, a string contains an escape, which only JSON.parse decodes and validates. */
  needsParse: boolean;
}

/** Returns the index of the member whose key is in `bytes[start, end)`, or -1. */
export type FindMember = (bytes: Uint8Array, start: number, end: number) => number;

const QUOTE = 0x22;
const ESCAPE = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const SPACE = 0x20;

/** Maximum depth of nested values. JSON.parse reads deeper ones. */
const MAX_DEPTH = 32;

/**
 * Scans the object that starts at `start`, and returns the offset after it, `INCOMPLETE` or `INVALID`. Each byte is read
 * once, and no text is created.
 *
 * Accepts every object that JSON.parse accepts, up to a depth of 32. If `needsParse` is set afterwards, JSON.parse must
 * decide.
 */
export function scanObject(
  bytes: Uint8Array,
  start: number,
  end: number,
  findMember: FindMember,
  result: ScannedObject,
): number {
  result.ranges.fill(-1);
  result.needsParse = false;
  if (bytes[start] !== OPEN_BRACE) return INVALID;
  let at = skipBlanks(bytes, start + 1, end);
  if (at < end && bytes[at] === CLOSE_BRACE) return at + 1;
  for (;;) {
    if (at >= end) return INCOMPLETE;
    if (bytes[at] !== QUOTE) return INVALID;
    const afterKey = skipString(bytes, at, end, result);
    if (afterKey < 0) return afterKey;
    const member = findMember(bytes, at + 1, afterKey - 1);
    at = skipBlanks(bytes, afterKey, end);
    if (at >= end) return INCOMPLETE;
    if (bytes[at] !== COLON) return INVALID;
    at = skipBlanks(bytes, at + 1, end);
    const afterValue = skipValue(bytes, at, end, result, 0);
    if (afterValue < 0) return afterValue;
    if (member >= 0) {
      result.ranges[2 * member] = at;
      result.ranges[2 * member + 1] = afterValue;
    }
    at = skipBlanks(bytes, afterValue, end);
    if (at >= end) return INCOMPLETE;
    const next = bytes[at];
    if (next === CLOSE_BRACE) return at + 1;
    if (next !== COMMA) return INVALID;
    at = skipBlanks(bytes, at + 1, end);
  }
}

/** Returns the offset of the first byte from `at` that is not white space. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
  return at;
}

/** Returns the offset after the string whose quote is at `at`, `INCOMPLETE` or `INVALID`. */
export function skipString(
  bytes: Uint8Array,
  at: number,
  end: number,
  result: Pick<ScannedObject, 'needsParse'>,
): number {
  for (at++; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return INVALID;
    if (byte === ESCAPE) {
      result.needsParse = true;
      at++;
    }
  }
  return INCOMPLETE;
}

function skipValue(bytes: Uint8Array, at: number, end: number, result: ScannedObject, depth: number): number {
  if (at >= end) return INCOMPLETE;
  const byte = bytes[at] ?? 0;
  if (byte === QUOTE) return skipString(bytes, at, end, result);
  if (byte === MINUS || (byte >= 0x30 && byte <= 0x39)) return skipNumber(bytes, at, end);
  if (byte === OPEN_BRACKET) return skipNested(bytes, at, end, result, depth, CLOSE_BRACKET);
  if (byte === OPEN_BRACE) return skipNested(bytes, at, end, result, depth, CLOSE_BRACE);
  if (byte === TRUE[0]) return skipWord(bytes, at, end, TRUE);
  if (byte === FALSE[0]) return skipWord(bytes, at, end, FALSE);
  return byte === NULL[0] ? skipWord(bytes, at, end, NULL) : INVALID;
}

/** Skips an array or a nested object, which ends with `close`. */
function skipNested(
  bytes: Uint8Array,
  at: number,
  end: number,
  result: ScannedObject,
  depth: number,
  close: number,
): number {
  if (depth === MAX_DEPTH) return INVALID;
  at = skipBlanks(bytes, at + 1, end);
  if (at < end && bytes[at] === close) return at + 1;
  for (;;) {
    if (close === CLOSE_BRACE) {
      if (at >= end) return INCOMPLETE;
      if (bytes[at] !== QUOTE) return INVALID;
      at = skipString(bytes, at, end, result);
      if (at < 0) return at;
      at = skipBlanks(bytes, at, end);
      if (at >= end) return INCOMPLETE;
      if (bytes[at] !== COLON) return INVALID;
      at = skipBlanks(bytes, at + 1, end);
    }
    at = skipValue(bytes, at, end, result, depth + 1);
    if (at < 0) return at;
    at = skipBlanks(bytes, at, end);
    if (at >= end) return INCOMPLETE;
    const next = bytes[at];
    if (next === close) return at + 1;
    if (next !== COMMA) return INVALID;
    at = skipBlanks(bytes, at + 1, end);
  }
}

const LOWER_E = 'e'.charCodeAt(0);
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

function skipWord(bytes: Uint8Array, at: number, end: number, word: Uint8Array): number {
  for (const letter of word) {
    if (at >= end) return INCOMPLETE;
    if (bytes[at] !== letter) return INVALID;
    at++;
  }
  return at;
}

/** Skips a number. See RFC 8259 §6. */
function skipNumber(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === MINUS) at++;
  if (at >= end) return INCOMPLETE;
  if (bytes[at] === 0x30) at++;
  else {
    const first = at;
    at = skipDigits(bytes, at, end);
    if (at === first) return INVALID;
  }
  if (at < end && bytes[at] === 0x2e) {
    const first = ++at;
    at = skipDigits(bytes, at, end);
    if (at === first) return at >= end ? INCOMPLETE : INVALID;
  }
  if (at < end && ((bytes[at] ?? 0) | 0x20) === LOWER_E) {
    at++;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === MINUS)) at++;
    const first = at;
    at = skipDigits(bytes, at, end);
    if (at === first) return at >= end ? INCOMPLETE : INVALID;
  }
  return at >= end ? INCOMPLETE : at;
}

function skipDigits(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return at;
    at++;
  }
  return at;
}
