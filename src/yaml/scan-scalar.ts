import { CODE, findLineEnd, isBlankAt, markCodes, skipSpaces } from './characters.js';
import { CHOMPING_MODE, SCALAR_STYLE } from './js-yaml.js';
import type { ScanTarget } from './scan-target.js';

/** Position of a scan in a text that ends at `end`, and the scalar that it passed last. */
export interface Scan {
  readonly target: ScanTarget;
  readonly text: string;
  end: number;
  at: number;
  valueStart: number;
  valueEnd: number;
  style: number;
  isSlice: boolean;
}

/** Characters that a plain scalar cannot start with, or that make its start ambiguous (YAML 1.2 §7.3.3). */
const INDICATORS = markCodes(',[]{}#&*!|>\'"%@`?:');
/** Characters that may follow a backslash in double quotes on one line, except `x`, `u` and `U`. */
const ESCAPES = codesOf('0abtnvfre "/\\N_LP');
/** Characters that may follow a backslash in JSON, except `u` (RFC 8259 §7). */
const JSON_ESCAPES = codesOf('"\\/bfnrt');
/** Unambiguous plain scalars in flow collections. */
const FLOW_PLAIN = /[A-Za-z0-9_./](?:[A-Za-z0-9_./+=@-]|:(?=[A-Za-z0-9_.:/]))*/y;
const DEEPEST_FLOW = 8;
/** Digits of a character that is not half of a surrogate pair. Halves are left to the parser. */
const HEXADECIMAL = /^(?:[0-9A-CEFa-cef][0-9A-Fa-f]|[Dd][0-7])[0-9A-Fa-f]{2}$/;

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/**
 * Passes a scalar: with its quotes, or a plain one up to the `:` of a key, a comment or the end of the line. A quoted
 * scalar may continue on lines with an indentation of more than `indent`. Returns false if the scanner does not support
 * the scalar.
 */
export function passScalar(scan: Scan, indent: number): boolean {
  const { text, end, at: start } = scan;
  const first = text.charCodeAt(start);
  if (first === CODE.doubleQuote || first === CODE.quote) return passQuoted(scan, first, indent);
  if (INDICATORS[first] === 1 || (first === CODE.dash && isBlankAt(text, start + 1, end))) return false;
  let at = start;
  let valueEnd = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= CODE.hash) {
      if (code === CODE.lineFeed) break;
      if (code === CODE.space) continue;
      if (code === CODE.hash && text.charCodeAt(at - 1) === CODE.space) break;
    } else if (code === CODE.colon && isBlankAt(text, at + 1, end)) break;
    valueEnd = at + 1;
  }
  return passTo(scan, start, valueEnd, SCALAR_STYLE.PLAIN, true, at);
}

function passQuoted(scan: Scan, quote: number, indent: number): boolean {
  const { text, end } = scan;
  const start = scan.at + 1;
  let isSlice = true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === CODE.lineFeed) {
      isSlice = false;
      at = findContinuation(scan, at, indent);
    } else if (code === quote) {
      const isDoubled = quote === CODE.quote && at + 1 < end && text.charCodeAt(at + 1) === quote;
      if (!isDoubled)
        return passTo(
          scan,
          start,
          at,
          quote === CODE.quote ? SCALAR_STYLE.SINGLE_QUOTED : SCALAR_STYLE.DOUBLE_QUOTED,
          isSlice,
          at + 1,
        );
      isSlice = false;
      at++;
    } else if (code === CODE.backslash && quote === CODE.doubleQuote) {
      isSlice = false;
      if (!ESCAPES.has(text.charCodeAt(++at))) return false;
    }
  }
  return false;
}

/** Passes a JSON string (RFC 8259 §7). Returns false if it is not closed or has any other escape. */
export function passDoubleQuoted(scan: Scan): boolean {
  const { text, end } = scan;
  const start = scan.at + 1;
  let isSlice = true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === CODE.doubleQuote) return passTo(scan, start, at, SCALAR_STYLE.DOUBLE_QUOTED, isSlice, at + 1);
    if (code === CODE.lineFeed) return false;
    if (code !== CODE.backslash) continue;
    isSlice = false;
    const escaped = text.charCodeAt(++at);
    if (escaped === CODE.lowerU && HEXADECIMAL.test(text.slice(at + 1, at + 5))) at += 4;
    else if (!JSON_ESCAPES.has(escaped)) return false;
  }
  return false;
}

/**
 * Returns the offset of the last blank before the text that continues a quoted scalar after a line break. Returns the
 * end of the text if none may continue it.
 */
function findContinuation({ text, end }: Scan, lineFeed: number, indent: number): number {
  let line = lineFeed + 1;
  let content = skipSpaces(text, line, end);
  while (content < end && text.charCodeAt(content) === CODE.lineFeed) {
    line = content + 1;
    content = skipSpaces(text, line, end);
  }
  return content - line > indent ? content - 1 : end;
}

/** Records the scalar between two offsets and continues at `behind`. Returns true. */
export function passTo(
  scan: Scan,
  valueStart: number,
  valueEnd: number,
  style: number,
  isSlice: boolean,
  behind: number,
): boolean {
  scan.valueStart = valueStart;
  scan.valueEnd = valueEnd;
  scan.style = style;
  scan.isSlice = isSlice;
  scan.at = behind;
  return true;
}

/** Scans a flow collection on one line with unambiguous scalars. */
export function scanFlow(scan: Scan, depth = 0): boolean {
  const { text, end } = scan;
  const isMapping = text.charCodeAt(scan.at) === CODE.openBrace;
  const closing = isMapping ? CODE.closeBrace : CODE.closeBracket;
  if (depth > DEEPEST_FLOW) return false;
  scan.target.begin(!isMapping, scan.at);
  scan.at = skipSpaces(text, scan.at + 1, end);
  for (let isFirst = true; ; isFirst = false) {
    if (isFirst && text.charCodeAt(scan.at) === closing) break;
    if (isMapping && !scanFlowKey(scan)) return false;
    if (!scanFlowNode(scan, depth)) return false;
    scan.at = skipSpaces(text, scan.at, end);
    if (text.charCodeAt(scan.at) === closing) break;
    if (text.charCodeAt(scan.at) !== CODE.comma) return false;
    scan.at = skipSpaces(text, scan.at + 1, end);
  }
  scan.target.end();
  return ++scan.at <= end;
}

/** Scans a key of a flow mapping and the `: ` after it. */
function scanFlowKey(scan: Scan): boolean {
  if (!passFlowScalar(scan)) return false;
  scan.target.key(scan);
  if (scan.text.charCodeAt(scan.at) !== CODE.colon || scan.text.charCodeAt(scan.at + 1) !== CODE.space) return false;
  scan.at = skipSpaces(scan.text, scan.at + 1, scan.end);
  return true;
}

function scanFlowNode(scan: Scan, depth: number): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (code === CODE.openBrace || code === CODE.openBracket) return scanFlow(scan, depth + 1);
  if (!passFlowScalar(scan)) return false;
  scan.target.value(scan);
  return true;
}

function passFlowScalar(scan: Scan): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (code === CODE.doubleQuote || code === CODE.quote) return passQuoted(scan, code, scan.end);
  FLOW_PLAIN.lastIndex = scan.at;
  if (!FLOW_PLAIN.test(scan.text) || FLOW_PLAIN.lastIndex > scan.end) return false;
  return passTo(scan, scan.at, FLOW_PLAIN.lastIndex, SCALAR_STYLE.PLAIN, true, FLOW_PLAIN.lastIndex);
}

/**
 * Scans a block scalar (YAML 1.2 §8.1) without an indentation indicator, in a collection with the indentation
 * `parentIndent`. It ends at the next line that does not belong to it.
 */
export function scanBlockScalar(scan: Scan, parentIndent: number): boolean {
  const { text, end } = scan;
  const style = text.charCodeAt(scan.at) === CODE.bar ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.FOLDED_BLOCK;
  const indicator = text.charCodeAt(scan.at + 1);
  const chomping =
    indicator === CODE.dash ? CHOMPING_MODE.STRIP : indicator === CODE.plus ? CHOMPING_MODE.KEEP : CHOMPING_MODE.CLIP;
  const headerEnd = skipSpaces(text, scan.at + (chomping === CHOMPING_MODE.CLIP ? 1 : 2), end);
  if (headerEnd >= end || text.charCodeAt(headerEnd) !== CODE.lineFeed) return false;
  const start = headerEnd + 1;
  let indent = -1;
  let deepestBlank = 0;
  let line = start;
  while (line < end) {
    const content = skipSpaces(text, line, end);
    // The parser reads spaces without a line break at the end of a text as a part of the scalar.
    if (content >= end) return false;
    const column = content - line;
    if (text.charCodeAt(content) === CODE.lineFeed) {
      if (indent < 0) deepestBlank = Math.max(deepestBlank, column);
      line = content + 1;
      continue;
    }
    if (indent < 0) {
      if (column <= parentIndent || column < deepestBlank) return false;
      indent = column;
    }
    if (column < indent) break;
    line = Math.min(findLineEnd(text, content, end) + 1, end);
  }
  if (indent < 0) return false;
  scan.target.block(start, line, style, chomping, indent);
  scan.at = line;
  return true;
}
