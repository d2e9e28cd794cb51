import type { DocumentRange, PackedEvents, ParsedDocument } from '../model/document.js';
import type { SourceFile } from '../model/manifest.js';
import { rememberFor } from '../std/remember.js';
import { splitJsonStream } from './json-stream.js';
import { type Composed, compose } from './compose.js';
import { composeScan } from './compose-scan.js';
import { scanDocument } from './block-scanner.js';
import { createEventMemory } from './event-writer.js';
import { parseAny, parseTogether } from './parse.js';

/**
 * The documents of a text: what its markers part, and JSON objects in a row. Each range can be parsed on its own, so that
 * a broken document does not take its neighbours along, and memory grows with the largest document instead of the file.
 */
export function splitDocuments(text: string): DocumentRange[] {
  return splitAtMarkers(text).flatMap((range) => splitJsonStream(text, range));
}

/** The documents of a file, which are looked for once: they are parsed, and digested. */
export const documentsIn = rememberFor(
  ({ text, documents }: SourceFile): readonly DocumentRange[] => documents ?? splitDocuments(text),
);

/**
 * Splits a text at its document markers. A line that starts with `---` always begins a document and one that starts with
 * `...` always ends one (YAML 1.2 §9.1: neither may stand inside a scalar). Ranges that hold only comments and directives
 * go with the document after them.
 */
function splitAtMarkers(text: string): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  let start = 0;
  let ending = nextMarker(text, '...', 0);
  for (let at = nextMarker(text, '---', 0); ; at = nextMarker(text, '---', at + 3)) {
    const next = at < 0 ? text.length : at;
    for (; ending >= 0 && ending < next; ending = nextMarker(text, '...', ending + 3)) {
      const end = lineEnd(text, ending);
      // Whatever else the line holds is for the parser to refuse.
      if (!isBlank(text, start, ending) || !isBlank(text, ending + 3, end)) ranges.push({ start, end });
      start = end;
    }
    if (at < 0) break;
    if (!isBlank(text, start, at)) {
      ranges.push({ start, end: at });
      start = at;
    } else if (!hasDirective(text, start, at)) {
      start = at;
    }
  }
  if (!isBlank(text, start, text.length) || ranges.length === 0) ranges.push({ start, end: text.length });
  return ranges;
}

/** Characters of documents that are parsed together: starting the parser costs as much as a short document. */
const TOGETHER = 32_768;

/** Parses the documents of a text, each as if it were alone. Where they are may be known already. */
export function parseDocuments(text: string, known: readonly DocumentRange[] = splitDocuments(text)): ParsedDocument[] {
  const documents: ParsedDocument[] = [];
  for (const ranges of gatherNeighbours(known)) {
    const memory = createEventMemory((ranges.at(-1)?.end ?? 0) - (ranges[0]?.start ?? 0));
    const scanned = ranges.map(({ start, end }) => scanDocument(text, start, end, memory));
    const isForParser = ranges.length > 1 && scanned.every((events) => events === undefined);
    const together = isForParser ? parseRanges(text, ranges) : undefined;
    for (const [index, { start, end }] of ranges.entries()) {
      documents.push({
        start,
        end,
        events: scanned[index] ?? together?.[index] ?? parseAny(text.slice(start, end)),
      });
    }
  }
  return documents;
}

/** A range with what it holds. */
export interface ComposedDocument extends DocumentRange {
  readonly composed: Composed;
}

/** Composes neighbours among the documents of a text, each as if it were alone. */
export function composeNeighbours(text: string, ranges: readonly DocumentRange[]): readonly ComposedDocument[] {
  const scanned = ranges.map(({ start, end }) => composeScan(text, start, end));
  const parsed = scanned.every((one) => one === undefined) ? parseDocuments(text, ranges) : [];
  return ranges.map(({ start, end }, index) => ({
    start,
    end,
    composed: scanned[index] ?? compose(text.slice(start, end), parsed[index]?.events),
  }));
}

function parseRanges(text: string, ranges: readonly DocumentRange[]): readonly PackedEvents[] | undefined {
  const first = ranges[0]?.start ?? 0;
  const source = text.slice(first, ranges.at(-1)?.end);
  // What the parser makes of a byte order mark, or of a marker of the end, depends on what is before it.
  if (source.includes('\ufeff') || source.includes('\n...') || source.includes('\r...')) return undefined;
  return parseTogether(
    source,
    ranges.map(({ start, end }) => ({ start: start - first, end: end - first })),
  );
}

/** Groups of neighbours, each of about as many characters as are parsed together. */
export function gatherNeighbours(ranges: readonly DocumentRange[]): DocumentRange[][] {
  const groups: DocumentRange[][] = [];
  let size = Infinity;
  for (const range of ranges) {
    const length = range.end - range.start;
    if (size + length > TOGETHER) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(range);
    size += length;
  }
  return groups;
}

/** The next line from `from` on that starts with a marker of three characters, or -1. */
function nextMarker(text: string, marker: string, from: number): number {
  for (let at = text.indexOf(marker, from); at >= 0; at = text.indexOf(marker, at + 1)) {
    const isFirst = at === 0 || isLineBreak(text.charCodeAt(at - 1));
    if (isFirst && (at + 3 === text.length || isSpace(text.charCodeAt(at + 3)))) return at;
  }
  return -1;
}

/** Where the line after the one of `at` starts: behind a line feed, a carriage return, or both (YAML 1.2 §5.4). */
function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || isLineBreak(code);
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Whether a range has no content: markers, comments, directives and blank lines. */
function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  if (text.startsWith('---', at)) at += 3;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 35 || (code === 37 && (at === 0 || isLineBreak(text.charCodeAt(at - 1))))) {
      at = lineEnd(text, at);
    } else if (isSpace(code)) {
      at++;
    } else {
      return false;
    }
  }
  return true;
}

function hasDirective(text: string, start: number, end: number): boolean {
  return /^%/m.test(text.slice(start, end));
}
