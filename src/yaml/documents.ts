import type { DocumentRange, PackedEvents, ParsedDocument, YamlProblem } from '../model/document.js';
import type { SourceFile } from '../model/manifest.js';
import { memoizeWeak } from '../std/memoize.js';
import { splitJsonStream } from './json-stream.js';
import { type Composed, compose } from './compose.js';
import { createComposer } from './compose-scan.js';
import { scanDocument } from './block-scanner.js';
import { createEventMemory } from './event-writer.js';
import { splitAtMarkers } from './markers.js';
import { parseAny, parseTogether } from './parse.js';
import { isJson } from './special-characters.js';

/**
 * Splits a text into its documents, at markers and between consecutive JSON objects. Each range is parsed on its own,
 * so that an invalid document does not affect its neighbours. Memory grows with the largest document instead of the
 * file.
 */
export function splitDocuments(text: string): DocumentRange[] {
  const [first, ...others] = splitAtMarkers(text);
  const stream = first && !first.problem ? splitJsonStream(text, first) : first ? [first] : [];
  if (stream.length > 1) return [...stream, ...others.map(refuseBehindStream)];
  const [next, ...rest] = others;
  if (!stream[0]?.isJson || !next) return [...stream, ...others];
  return [...stream, { ...next, isBehindJson: true }, ...rest];
}

/** Returns the range as a problem, because kubectl reads no marker after several consecutive JSON objects. */
function refuseBehindStream(range: DocumentRange): DocumentRange {
  return { ...range, problem: { fact: 'bad-marker', detail: '---', offset: 0, length: 3 } };
}

/** Returns the documents of a file. Memoized, because they are both parsed and digested. */
export const documentsIn = memoizeWeak(
  ({ text, documents }: SourceFile): readonly DocumentRange[] => documents ?? splitDocuments(text),
);

/** Characters of documents that are parsed together. Starting the parser costs as much as a short document. */
const TOGETHER = 32_768;

/** Parses each document of a text on its own. `known`: the ranges of the documents, if they are already known. */
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
      documents.push({ ...extentOf(range), events });
    }
  }
  return documents;
}

/** Returns a range without what only the parser needs. */
function extentOf({ start, end, isBehindJson }: DocumentRange): DocumentRange {
  return isBehindJson ? { start, end, isBehindJson } : { start, end };
}

/** A range with its composed values. */
export interface ComposedDocument extends DocumentRange {
  readonly composed: Composed;
}

/** Composes adjacent documents of a text, each on its own. */
export function composeNeighbours(text: string, ranges: readonly DocumentRange[]): readonly ComposedDocument[] {
  const composeAt = createComposer(text);
  const scanned = ranges.map(({ start, end, problem }) =>
    problem ? { values: [], ambiguous: [], replaced: [], problem } : composeAt(start, end),
  );
  const parsed = scanned.every((one) => one === undefined) ? parseDocuments(text, ranges) : [];
  return ranges.map((range, index) => {
    const { start, end, isBehindJson } = range;
    const composed = scanned[index] ?? compose(text.slice(start, end), eventsOf(range, parsed[index]));
    return isBehindJson ? { start, end, isBehindJson, composed } : { start, end, composed };
  });

  function eventsOf(range: DocumentRange, known: ParsedDocument | undefined): ParsedDocument['events'] | undefined {
    return (known ?? parseDocuments(text, [range])[0])?.events;
  }
}

/**
 * Returns the events of a range. Returns a problem if kubectl reads the range as JSON and it is not JSON. A syntax
 * problem takes precedence.
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
  // The parser reads a byte order mark and an end marker depending on the text before it.
  if (source.includes('\ufeff') || source.includes('\n...') || source.includes('\r...')) return undefined;
  return parseTogether(
    source,
    ranges.map(({ start, end }) => ({ start: start - first, end: end - first })),
  );
}

/** Groups adjacent ranges into batches to be parsed together. */
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
