import type { DocumentRange, PackedEvents, ParsedDocument, YamlProblem } from '../model/document.js';
import type { SourceFile } from '../model/manifest.js';
import { memoizeWeak } from '../std/memoize.js';
import { splitJsonStream } from './json-stream.js';
import { type Composed, compose } from './compose.js';
import { composeScan } from './compose-scan.js';
import { scanDocument } from './block-scanner.js';
import { createEventMemory } from './event-writer.js';
import { splitAtMarkers } from './markers.js';
import { parseAny, parseTogether } from './parse.js';
import { isJson } from './special-characters.js';

/**
 * Returns the documents of a text: what its markers part, and JSON objects in a row. Each range can be parsed on its
 * own, so that a broken document does not take its neighbours along, and memory grows with the largest document instead
 * of the file.
 */
export function splitDocuments(text: string): DocumentRange[] {
  const [first, ...others] = splitAtMarkers(text);
  const stream = first && !first.problem ? splitJsonStream(text, first) : first ? [first] : [];
  return [...stream, ...(stream.length > 1 ? others.map(refuseBehindStream) : others)];
}

/** kubectl reads no marker behind several JSON objects in a row. */
function refuseBehindStream(range: DocumentRange): DocumentRange {
  return { ...range, problem: { fact: 'bad-marker', detail: '---', offset: 0, length: 3 } };
}

/** The documents of a file, which are looked for once: they are parsed, and digested. */
export const documentsIn = memoizeWeak(
  ({ text, documents }: SourceFile): readonly DocumentRange[] => documents ?? splitDocuments(text),
);

/** Characters of documents that are parsed together: starting the parser costs as much as a short document. */
const TOGETHER = 32_768;

/** Parses the documents of a text, each as if it were alone. Where they are may be known already. */
export function parseDocuments(text: string, known: readonly DocumentRange[] = splitDocuments(text)): ParsedDocument[] {
  const documents: ParsedDocument[] = [];
  for (const ranges of gatherNeighbours(known)) {
    const memory = createEventMemory((ranges.at(-1)?.end ?? 0) - (ranges[0]?.start ?? 0));
    const scanned = ranges.map(({ start, end, problem }) => problem ?? scanDocument(text, start, end, memory));
    const isForParser = ranges.length > 1 && scanned.every((events) => events === undefined);
    const together = isForParser ? parseRanges(text, ranges) : undefined;
    for (const [index, range] of ranges.entries()) {
      const { start, end } = range;
      const events = scanned[index] ?? checkJson(text, range, together?.[index] ?? parseAny(text.slice(start, end)));
      documents.push({ start, end, events });
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
  const scanned = ranges.map(({ start, end, problem }) =>
    problem ? { values: [], ambiguous: [], replaced: [], problem } : composeScan(text, start, end),
  );
  const parsed = scanned.every((one) => one === undefined) ? parseDocuments(text, ranges) : [];
  return ranges.map((range, index) => {
    const { start, end } = range;
    const { events } = scanned[index] ? {} : (parsed[index] ?? parseDocuments(text, [range])[0] ?? {});
    return { start, end, composed: scanned[index] ?? compose(text.slice(start, end), events) };
  });
}

/**
 * Returns the events of a range, or the problem that it is not JSON where kubectl takes it for that. What is broken is
 * so first.
 */
function checkJson(
  text: string,
  { start, end, isJson: isExpected }: DocumentRange,
  events: PackedEvents | YamlProblem,
): PackedEvents | YamlProblem {
  const source = text.slice(start, end);
  if (isExpected !== true || 'fact' in events || isJson(source)) return events;
  return { fact: 'not-json', detail: '', offset: source.indexOf('{'), length: 1 };
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
