import type { DocumentRange } from '../model/document.js';
import { SEPARATORS } from './special-characters.js';

/**
 * Splits a text at its document markers as kubectl does. A document starts at a line with `---` and at most a comment.
 * Other lines that start with `---` are rejected, and a document ends at `...`.
 *
 * A range that kubectl would reject or skip has a problem. Ranges without content are dropped.
 */
export function splitAtMarkers(text: string): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  let ending = nextEnding(text, 0);
  let start = 0;
  for (let at = nextDashes(text, 0); ; at = nextDashes(text, at + 3)) {
    const end = at < 0 ? text.length : at;
    while (ending >= 0 && ending < start) ending = nextEnding(text, ending + 3);
    if (end > start) addDocument(text, start, end, ending >= 0 && ending < end ? ending : undefined, ranges);
    if (at < 0) break;
    start = at;
  }
  return ranges.length > 0 ? ranges : [{ start: 0, end: text.length }];
}

/**
 * Adds the ranges between the start of a document and that of the next one. `ending` is the offset of its first `...`.
 */
function addDocument(
  text: string,
  start: number,
  end: number,
  ending: number | undefined,
  ranges: DocumentRange[],
): void {
  const refuse = (fact: 'bad-marker' | 'directive', detail: string, at: number): void => {
    ranges.push({ start, end, problem: { fact, detail, offset: at - start, length: detail.length } });
  };
  const last = ranges.at(-1);
  if (last?.problem?.fact === 'directive' && findContent(text, last.start, last.end) === undefined) {
    // The problem of a directive includes the document that it applies to.
    ranges[ranges.length - 1] = { ...last, end };
    return;
  }
  if (text.startsWith('---', start) && !(isLineStart(text, start) && isBeginning(text, start))) {
    refuse('bad-marker', '---', start);
    return;
  }
  const content = findContent(text, start, ending ?? end);
  if (ending === undefined) {
    if (content !== undefined) ranges.push({ start, end });
    const directive = content === undefined ? DIRECTIVE.exec(text.slice(start, end)) : null;
    if (directive) refuse('directive', directive[0], start + directive.index);
    return;
  }
  if (content === undefined) {
    refuse('bad-marker', '...', ending);
    return;
  }
  const skipped = findContent(text, ending + 3, end);
  const behind = Math.min(lineEnd(text, ending), skipped === undefined ? end : ending);
  ranges.push({ start, end: behind });
  if (skipped === undefined) return;
  const problem = { fact: 'after-end', detail: '', offset: skipped - behind, length: 1 } as const;
  ranges.push({ start: behind, end, problem });
}

const DIRECTIVE = /(?<=^|[\n\r])%[^\n\r]*/;
/** For kubectl, only a line feed ends a line. */
const BEGINNING = /---(?:[ \t]+#[^\n\r]*|[ \t]*)(?:\r?\n|\r?$)/y;

/** Returns true if a line starts at an offset. kubectl looks for markers only after line feeds. */
function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === LINE_FEED;
}

function isBeginning(text: string, at: number): boolean {
  BEGINNING.lastIndex = at;
  return BEGINNING.test(text);
}

/**
 * Returns the offset of the next line from `from` on that starts with `---` for kubectl, or starts a document for its
 * parser. Returns -1 if there is none.
 */
function nextDashes(text: string, from: number): number {
  for (let at = text.indexOf('---', from); at >= 0; at = text.indexOf('---', at + 1)) {
    const before = at === 0 ? LINE_FEED : text.charCodeAt(at - 1);
    if (before === LINE_FEED || (before === RETURN && isBlankAt(text, at + 3))) return at;
  }
  return -1;
}

/** Returns the offset of the next line from `from` on that starts with `...`, or -1 if there is none. */
function nextEnding(text: string, from: number): number {
  for (let at = text.indexOf('...', from); at >= 0; at = text.indexOf('...', at + 1)) {
    if ((at === 0 || isLineBreak(text.charCodeAt(at - 1))) && isBlankAt(text, at + 3)) return at;
  }
  return -1;
}

/** Returns the offset of the next line: after a line feed, a carriage return, or both (YAML 1.2 §5.4). */
function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

/**
 * Returns the offset of the first content of a range, apart from a marker, comments, directives and blanks. Returns
 * undefined if there is none.
 */
function findContent(text: string, start: number, end: number): number | undefined {
  let at = start;
  if (text.startsWith('---', at)) at += 3;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === HASH || (code === PERCENT && (at === 0 || isLineBreak(text.charCodeAt(at - 1))))) {
      // Characters that kubectl rejects, or reads as line breaks, are content in a comment, too.
      while (at < end && !isLineBreak(text.charCodeAt(at)) && !isSpecial(text.charCodeAt(at))) at++;
    } else if (isSpace(code)) {
      at++;
    } else {
      return at;
    }
  }
  return undefined;
}

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const PERCENT = 37;
const FIRST_PRINTABLE = 32;
const LAST_PRINTABLE = 126;
const FIRST_BEYOND = 0xa0;
const FIRST_REJECTED = 0xfffe;

/**
 * Returns true if a marker can end at an offset: a blank, a line break of any version of YAML, or the end of the text.
 */
function isBlankAt(text: string, at: number): boolean {
  return at >= text.length || isSpace(text.charCodeAt(at)) || SEPARATORS.includes(text.charAt(at));
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || isLineBreak(code);
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

/** Returns true if a character in a comment is more than text to kubectl. */
function isSpecial(code: number): boolean {
  if (code <= LAST_PRINTABLE) return code < FIRST_PRINTABLE && code !== TAB;
  return code < FIRST_BEYOND || SEPARATORS.includes(String.fromCharCode(code)) || code >= FIRST_REJECTED;
}
