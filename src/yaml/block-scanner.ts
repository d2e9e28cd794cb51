import type { PackedEvents } from '../model/document.js';
import { CODE, findLineEnd, isBlankAt, markCodes, skipSpaces } from './characters.js';
import { type EventMemory, createEventMemory, writeEvents, writeMark } from './event-writer.js';
import { EVENT_ID, SCALAR_STYLE } from './js-yaml.js';
import { scanJson } from './scan-json.js';
import { type Scan, passScalar, scanBlockScalar, scanFlow } from './scan-scalar.js';
import type { ScanTarget } from './scan-target.js';

/** Characters that only the parser reads: tabs, carriage returns, unprintable characters, halves of surrogate pairs. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\u{10000}-\u{10ffff}]/u;
/** Maximum depth of collections. Deeper ones are left to the parser, which knows the limit. */
const DEEPEST = 48;

/** State of a line scan with its open collections, outermost first. */
export interface BlockScan extends Scan {
  /** Number of open collections. The outermost one has index 1 in the lists. */
  depth: number;
  readonly isSequence: boolean[];
  readonly indents: number[];
  /** True if the last key or item has no value yet. */
  isPending: boolean;
  /** True if the last value is a plain scalar, which a deeper line would continue. */
  isPlain: boolean;
}

/**
 * Returns the events of one document if the scanner supports it, or undefined if the parser must read it. The events
 * equal those of the parser, and offsets count from `start`. Documents of one text can share `memory`.
 */
export function scanDocument(
  text: string,
  start: number,
  end: number,
  memory: EventMemory = createEventMemory(end - start),
): PackedEvents | undefined {
  const before = memory.size;
  writeMark(memory, EVENT_ID.DOCUMENT);
  if (!scanInto(createScan(writeEvents(memory, start), text), start, end)) {
    memory.size = before;
    return undefined;
  }
  writeMark(memory, EVENT_ID.POP);
  return memory.words.subarray(before, memory.size);
}

/** Creates a scan of documents of a text into a target, one after the other. */
export function createScan(target: ScanTarget, text: string): BlockScan {
  return {
    target,
    text,
    end: 0,
    at: 0,
    valueStart: 0,
    valueEnd: 0,
    style: 0,
    isSlice: false,
    depth: 0,
    isSequence: [false],
    indents: [-1],
    isPending: true,
    isPlain: false,
  };
}

/**
 * Scans one document into the target of a scan. Supports the usual notation of kubectl and users: block collections,
 * scalars on one line, literal and folded text, and short flow collections. A document can also be JSON.
 *
 * Returns false for anything else, including invalid documents, which the parser must read.
 */
export function scanInto(scan: BlockScan, start: number, end: number): boolean {
  if (UNUSUAL.test(scan.text.slice(start, end))) return false;
  scan.at = start;
  scan.end = end;
  scan.depth = 0;
  scan.isPending = true;
  scan.isPlain = false;
  passMarker(scan);
  return passBlanks(scan) ? scanJson(scan) : scanBlocks(scan);
}

/** Skips comments, blank lines and a `---` on its own line. */
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
  if (!scanLines(scan) || scan.depth === 0) return false;
  closeBelow(scan, -1);
  return true;
}

/** Skips blank lines and spaces before a brace. Returns false, and skips nothing, if no brace follows. */
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
    const line = scan.at;
    const content = skipSpaces(text, line, end);
    // The parser reads spaces without a line break at the end of a text as a line.
    if (content >= end) return false;
    const code = text.charCodeAt(content);
    const indent = content - line;
    if (code === CODE.lineFeed) {
      scan.at = content + 1;
      continue;
    }
    // Applies to comments, too: the parser continues the scalar there.
    if (scan.isPlain && indent > innermostIndent(scan)) return false;
    scan.isPlain = false;
    if (code === CODE.hash) {
      scan.at = findLineEnd(text, content, end) + 1;
      continue;
    }
    if (indent === 0 && isMarker(scan, content)) return false;
    scan.at = content;
    const item = code === CODE.dash && isItem(scan);
    if (!placeLine(scan, indent, item) || !scanEntry(scan, line, item)) return false;
  }
  return true;
}

function isMarker({ text }: Scan, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at);
}

function isItem({ text, end, at }: Scan): boolean {
  return text.charCodeAt(at) === CODE.dash && isBlankAt(text, at + 1, end);
}

function innermostIndent({ indents, depth }: BlockScan): number {
  return indents[depth] ?? -1;
}

/**
 * Closes the collections that end before a line of an indentation, and opens the sequence that starts there. Returns
 * false if the line fits nowhere.
 */
function placeLine(scan: BlockScan, indent: number, item: boolean): boolean {
  const topIndent = innermostIndent(scan);
  if (scan.isPending && (indent > topIndent || (item && indent === topIndent && !scan.isSequence[scan.depth]))) {
    scan.isPending = false;
    if (item) return open(scan, true, indent, scan.at);
    // The first key opens the mapping.
    return true;
  }
  if (scan.depth === 0 || indent > topIndent) return false;
  closeBelow(scan, indent);
  // A sequence may have the indentation of the mapping that contains it.
  if (!item && scan.isSequence[scan.depth] === true) close(scan);
  return innermostIndent(scan) === indent && scan.isSequence[scan.depth] === item;
}

function open(scan: BlockScan, isSequence: boolean, indent: number, start: number): boolean {
  if (scan.depth >= DEEPEST) return false;
  scan.target.begin(isSequence, start);
  scan.depth++;
  scan.isSequence[scan.depth] = isSequence;
  scan.indents[scan.depth] = indent;
  return true;
}

function close(scan: BlockScan): void {
  if (scan.isPending) scan.target.empty();
  scan.isPending = false;
  scan.depth--;
  scan.target.end();
}

/** Closes the collections with a larger indentation, and sets a pending key or item to an empty value. */
function closeBelow(scan: BlockScan, indent: number): void {
  while (innermostIndent(scan) > indent) close(scan);
  if (scan.isPending) scan.target.empty();
  scan.isPending = false;
}

/** Scans an entry of a line: an item of the innermost sequence, or a key and its value. */
function scanEntry(scan: BlockScan, line: number, item: boolean): boolean {
  const { text, end } = scan;
  if (item) {
    for (;;) {
      scan.at = skipSpaces(text, scan.at + 1, end);
      if (passLineEnd(scan)) return expectValue(scan);
      if (!isItem(scan)) break;
      if (!open(scan, true, scan.at - line, scan.at)) return false;
    }
    if (isCollectionOrBlock(scan)) return scanCollectionOrBlock(scan);
  }
  const start = scan.at;
  const indent = innermostIndent(scan);
  // A key must be on one line, so no indentation can continue it.
  if (!passScalar(scan, item ? indent : end)) return false;
  if (!passKeyEnd(scan)) return item && endScalar(scan);
  if (indent < start - line && !open(scan, false, start - line, start)) return false;
  scan.target.key(scan);
  scan.at = skipSpaces(text, scan.at, end);
  if (passLineEnd(scan)) return expectValue(scan);
  if (isCollectionOrBlock(scan)) return scanCollectionOrBlock(scan);
  return passScalar(scan, innermostIndent(scan)) && endScalar(scan);
}

function expectValue(scan: BlockScan): boolean {
  scan.isPending = true;
  return true;
}

/**
 * Skips spaces and the `:` after a key. Returns false if there is no `:`, or if the scalar before it cannot be a key.
 */
function passKeyEnd(scan: Scan): boolean {
  const { text, end, valueStart, valueEnd } = scan;
  const at = skipSpaces(text, scan.at, end);
  if (at >= end || text.charCodeAt(at) !== CODE.colon || !isBlankAt(text, at + 1, end)) return false;
  if (!scan.isSlice && findLineEnd(text, valueStart, valueEnd) < valueEnd) return false;
  scan.at = at + 1;
  return true;
}

function isCollectionOrBlock({ text, at }: Scan): boolean {
  const code = text.charCodeAt(at);
  return code >= CODE.greater && COLLECTION_OR_BLOCK[code] === 1;
}

const COLLECTION_OR_BLOCK = markCodes('[{|>');

function scanCollectionOrBlock(scan: BlockScan): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (code === CODE.bar || code === CODE.greater) return scanBlockScalar(scan, innermostIndent(scan));
  if (!scanFlow(scan)) return false;
  scan.at = skipSpaces(scan.text, scan.at, scan.end);
  return passLineEnd(scan);
}

/** Adds the current scalar. Returns false if its line does not end there. */
function endScalar(scan: BlockScan): boolean {
  scan.target.value(scan);
  scan.isPlain = scan.style === SCALAR_STYLE.PLAIN;
  scan.at = skipSpaces(scan.text, scan.at, scan.end);
  return passLineEnd(scan);
}

/** Skips the end of a line, with a comment before it. Returns false if anything else follows. */
function passLineEnd(scan: Scan): boolean {
  const { text, end, at } = scan;
  const code = at < end ? text.charCodeAt(at) : CODE.lineFeed;
  const isComment = code === CODE.hash && text.charCodeAt(at - 1) === CODE.space;
  if (code !== CODE.lineFeed && !isComment) return false;
  scan.at = Math.min(findLineEnd(text, at, end) + 1, end);
  return true;
}
