import type { PackedEvents } from '../model/document.js';
import { CODE, findLineEnd, isBlankAt, skipSpaces } from './characters.js';
import {
  type EventMemory,
  createEventMemory,
  keepEvents,
  writeCollection,
  writeEmpty,
  writeMark,
} from './event-writer.js';
import { EVENT_ID, SCALAR_STYLE } from './js-yaml.js';
import { scanJson } from './scan-json.js';
import { type Scan, passScalar, scanBlockScalar, scanFlow, writePassed } from './scan-scalar.js';

/** A text that has other characters is for the parser: tabs, carriage returns, what cannot be printed, pairs of halves. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\u{10000}-\u{10ffff}]/u;
/** Deeper collections are for the parser, which knows the limit. */
const DEEPEST = 48;

/** A scan of lines: the collections that are open, outermost first. */
interface BlockScan extends Scan {
  readonly isSequence: boolean[];
  readonly indents: number[];
  /** The last key or item has had no value yet. */
  isPending: boolean;
  /** The last value is a plain scalar, which a deeper line would continue. */
  isPlain: boolean;
  lineStart: number;
}

/**
 * The events of one document as kubectl and people write it: block collections, scalars on one line, literal and folded
 * text, short lists in brackets; or all of it JSON. They equal those of the parser, and offsets count from `start`. Undefined
 * for everything else, broken documents too: that is for the parser. Documents of one text may share `memory`.
 */
export function scanDocument(
  text: string,
  start: number,
  end: number,
  memory: EventMemory = createEventMemory(end - start),
): PackedEvents | undefined {
  if (UNUSUAL.test(text.slice(start, end))) return undefined;
  const scan: BlockScan = {
    base: start,
    words: memory.words,
    size: memory.size,
    text,
    end,
    at: start,
    valueStart: 0,
    valueEnd: 0,
    style: 0,
    isSlice: false,
    isSequence: [],
    indents: [],
    isPending: true,
    isPlain: false,
    lineStart: start,
  };
  passMarker(scan);
  writeMark(scan, EVENT_ID.DOCUMENT);
  if (!(passBlanks(scan) ? scanJson(scan) : scanBlocks(scan))) return undefined;
  writeMark(scan, EVENT_ID.POP);
  return keepEvents(scan, memory);
}

/** Passes comments, blank lines and a `---` on a line of its own. */
function passMarker(scan: BlockScan): void {
  const { text, end } = scan;
  for (let at = scan.at; at < end; at = findLineEnd(text, at, end) + 1) {
    const content = skipSpaces(text, at, end);
    const code = text.charCodeAt(content);
    if (code === CODE.hash || code === CODE.lineFeed) continue;
    const behind = skipSpaces(text, at + 3, end);
    if (text.startsWith('---', at) && behind < end && text.charCodeAt(behind) === CODE.lineFeed) scan.at = behind + 1;
    return;
  }
}

function scanBlocks(scan: BlockScan): boolean {
  if (!scanLines(scan) || scan.indents.length === 0) return false;
  closeBelow(scan, -1);
  return true;
}

/** Passes blank lines and spaces before a brace. False: there is none, and nothing is passed. */
function passBlanks(scan: BlockScan): boolean {
  const { text, end } = scan;
  let at = scan.at;
  while (at < end && (text.charCodeAt(at) === CODE.space || text.charCodeAt(at) === CODE.lineFeed)) at++;
  if (text.charCodeAt(at) !== CODE.openBrace) return false;
  scan.at = at;
  return true;
}

function scanLines(scan: BlockScan): boolean {
  const { text, end } = scan;
  while (scan.at < end) {
    const content = skipSpaces(text, scan.at, end);
    // The parser takes blanks without a line break at the end of a text for a line.
    if (content >= end) return false;
    const code = text.charCodeAt(content);
    const indent = content - scan.at;
    if (code === CODE.lineFeed) {
      scan.at = content + 1;
      continue;
    }
    // A comment, too: the parser looks for more of the scalar there.
    if (scan.isPlain && indent > (scan.indents.at(-1) ?? -1)) return false;
    scan.isPlain = false;
    if (code === CODE.hash) {
      scan.at = findLineEnd(text, content, end) + 1;
      continue;
    }
    if (indent === 0 && isMarker(scan, content)) return false;
    scan.lineStart = scan.at;
    scan.at = content;
    if (!placeLine(scan, indent) || !scanEntry(scan)) return false;
  }
  return true;
}

function isMarker({ text }: Scan, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at);
}

function isItem({ text, end }: Scan, at: number): boolean {
  return text.charCodeAt(at) === CODE.dash && isBlankAt(text, at + 1, end);
}

/** Closes the collections that a line at an indentation ends, and opens the one that it begins. */
function placeLine(scan: BlockScan, indent: number): boolean {
  const top = scan.indents.length - 1;
  const topIndent = scan.indents[top] ?? -1;
  const item = isItem(scan, scan.at);
  if (scan.isPending && (indent > topIndent || (item && indent === topIndent && scan.isSequence[top] === false))) {
    scan.isPending = false;
    if (item) return open(scan, true, indent, scan.at);
    // A mapping is opened with its first key.
    return true;
  }
  if (top < 0 || indent > topIndent) return false;
  closeBelow(scan, indent);
  // A sequence may stand at the indentation of the mapping that holds it.
  if (!item && scan.isSequence.at(-1) === true) close(scan);
  return scan.indents.at(-1) === indent && scan.isSequence.at(-1) === item;
}

function open(scan: BlockScan, isSequence: boolean, indent: number, start: number): boolean {
  if (scan.indents.length >= DEEPEST) return false;
  writeCollection(scan, isSequence ? EVENT_ID.SEQUENCE : EVENT_ID.MAPPING, start);
  scan.isSequence.push(isSequence);
  scan.indents.push(indent);
  return true;
}

function close(scan: BlockScan): void {
  if (scan.isPending) writeEmpty(scan);
  scan.isPending = false;
  scan.isSequence.pop();
  scan.indents.pop();
  writeMark(scan, EVENT_ID.POP);
}

/** Closes the collections that are indented more, and gives the last key or item of what is left an empty value. */
function closeBelow(scan: BlockScan, indent: number): void {
  while (scan.indents.length > 0 && (scan.indents.at(-1) ?? -1) > indent) close(scan);
  if (scan.isPending) writeEmpty(scan);
  scan.isPending = false;
}

/** Scans the entry at the current place, which is an item of the innermost sequence or has a key. */
function scanEntry(scan: BlockScan): boolean {
  const { text, end } = scan;
  while (isItem(scan, scan.at)) {
    scan.at = skipSpaces(text, scan.at + 1, end);
    if (passLineEnd(scan)) return expectValue(scan);
    const column = scan.at - scan.lineStart;
    if (!isItem(scan, scan.at)) return scanItem(scan, column);
    if (!open(scan, true, column, scan.at)) return false;
  }
  return scanKeyed(scan, scan.at - scan.lineStart);
}

function expectValue(scan: BlockScan): boolean {
  scan.isPending = true;
  return true;
}

/** Scans what stands behind the dash of an item: the first key of a mapping, or a value. */
function scanItem(scan: BlockScan, column: number): boolean {
  const start = scan.at;
  if (isCollectionOrBlock(scan)) return scanValue(scan);
  if (!passScalar(scan, scan.indents.at(-1) ?? 0)) return false;
  if (isOnOneLine(scan) && passKeyEnd(scan)) return open(scan, false, column, start) && scanKeyValue(scan);
  return endScalar(scan);
}

/** Scans a line that starts with a key, of the innermost mapping or a new one. */
function scanKeyed(scan: BlockScan, column: number): boolean {
  const start = scan.at;
  if (!passScalar(scan, Infinity) || !passKeyEnd(scan)) return false;
  const isNew = (scan.indents.at(-1) ?? -1) < column;
  if (isNew && !open(scan, false, column, start)) return false;
  return scanKeyValue(scan);
}

/** Whether the scalar that was passed may be a key. */
function isOnOneLine({ text, valueStart, valueEnd }: Scan): boolean {
  return findLineEnd(text, valueStart, valueEnd) === valueEnd;
}

/** Passes blanks and the `:` behind a key. */
function passKeyEnd(scan: Scan): boolean {
  const at = skipSpaces(scan.text, scan.at, scan.end);
  if (at >= scan.end || scan.text.charCodeAt(at) !== CODE.colon || !isBlankAt(scan.text, at + 1, scan.end))
    return false;
  scan.at = at + 1;
  return true;
}

/** Writes the key that was passed, and scans its value if that is on the same line. */
function scanKeyValue(scan: BlockScan): boolean {
  writePassed(scan);
  scan.at = skipSpaces(scan.text, scan.at, scan.end);
  return passLineEnd(scan) ? expectValue(scan) : scanValue(scan);
}

function isCollectionOrBlock({ text, at }: Scan): boolean {
  const code = text.charCodeAt(at);
  return code === CODE.openBracket || code === CODE.openBrace || code === CODE.bar || code === CODE.greater;
}

function scanValue(scan: BlockScan): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (code === CODE.openBracket || code === CODE.openBrace) {
    if (!scanFlow(scan)) return false;
    scan.at = skipSpaces(scan.text, scan.at, scan.end);
    return passLineEnd(scan);
  }
  if (code === CODE.bar || code === CODE.greater) return scanBlockScalar(scan, scan.indents.at(-1) ?? 0);
  return passScalar(scan, scan.indents.at(-1) ?? 0) && endScalar(scan);
}

/** Writes the scalar that was passed, behind which its line must end. */
function endScalar(scan: BlockScan): boolean {
  writePassed(scan);
  scan.isPlain = scan.style === SCALAR_STYLE.PLAIN;
  scan.at = skipSpaces(scan.text, scan.at, scan.end);
  return passLineEnd(scan);
}

/** Passes the end of a line, with a comment before it. False: something else stands there. */
function passLineEnd(scan: Scan): boolean {
  const { text, end, at } = scan;
  const code = at < end ? text.charCodeAt(at) : CODE.lineFeed;
  const isComment = code === CODE.hash && text.charCodeAt(at - 1) === CODE.space;
  if (code !== CODE.lineFeed && !isComment) return false;
  scan.at = Math.min(findLineEnd(text, at, end) + 1, end);
  return true;
}
