import type { SourceFile, LocateSource } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { lineAt, lineStarts } from '../../std/lines.js';
import { once, memoize } from '../../std/memoize.js';

/** A document of a rendered text: its start, and its source file if the tool reports it. */
export interface RenderedDocument {
  readonly start: number;
  readonly file?: SourceFile | undefined;
}

/**
 * Creates a function that finds the source line of a rendered line. It is the line with the same content in the source
 * file of the document. If the line is repeated, equally often in the source and the document, the order decides. Other
 * lines may be from a patch or from values: such a line is the only one with a value in all files that are not the source
 * of another document.
 *
 * Each document and each file is read once, when a location in it is first needed.
 */
export function createTrace(
  text: string,
  documents: readonly RenderedDocument[],
  files: readonly SourceFile[],
): LocateSource {
  const starts = documents.map(({ start }) => start);
  const documentOf = memoize((index: number) => indexLines(text.slice(starts[index] ?? 0, starts[index + 1])));
  const linesOf = memoize((file: SourceFile) => indexLines(file.text));
  const onlyLinesOf = (file: SourceFile): readonly OnlyLine[] =>
    [...linesOf(file).numbersOf].flatMap(([content, [number = 0, ...others]]) =>
      others.length === 0 ? { content, file, number } : [],
    );
  const onlyLines = once(() => groupBy(files.flatMap(onlyLinesOf), ({ content }) => content));
  const sources = new Set(documents.flatMap(({ file }) => file ?? []));
  const pickOnly = (content: string, own: SourceFile | undefined): Omit<OnlyLine, 'content'> | undefined => {
    if (own && content.endsWith(':')) return undefined;
    const [found, ...others] = onlyLines().get(content) ?? [];
    return others.length > 0 || (own && found && sources.has(found.file)) ? undefined : found;
  };
  return (offset, length) => {
    const index = offset < (starts[0] ?? Infinity) ? -1 : lineAt(starts, offset);
    const own = documentOf(index);
    const inside = offset - (starts[index] ?? 0);
    const line = lineAt(own.starts, inside);
    const content = own.contents[line] ?? '';
    if (content === '') return undefined;
    const file = documents[index]?.file;
    const found = (file && pickAlike(file, linesOf(file), own, line)) ?? pickOnly(content, file);
    if (!found) return undefined;
    // The same part of the line.
    const within = inside - placeOf(own, line);
    const shift = within > 0 && within < content.length ? within : 0;
    const source = linesOf(found.file);
    return {
      path: found.file.path,
      text: source.text,
      offset: placeOf(source, found.number) + shift,
      length: Math.min(length, content.length - shift),
    };
  };
}

/** A line whose content occurs once in its file. */
interface OnlyLine {
  readonly content: string;
  readonly file: SourceFile;
  readonly number: number;
}

/** A text and the content of its lines. */
interface IndexedLines {
  readonly text: string;
  /** Offsets at which the lines start. */
  readonly starts: readonly number[];
  /** By line number. */
  readonly contents: readonly string[];
  /** The line numbers of each content, ascending. */
  readonly numbersOf: ReadonlyMap<string, readonly number[]>;
}

function indexLines(text: string): IndexedLines {
  const starts = lineStarts(text);
  const contents = text.split('\n').map(contentOf);
  return { text, starts, contents, numbersOf: groupBy([...contents.keys()], (number) => contents[number] ?? '') };
}

/** Returns the offset of the content of a line. */
function placeOf({ text, starts, contents }: IndexedLines, line: number): number {
  return text.indexOf(contents[line] ?? '', starts[line]);
}

/** Returns a line without indentation and list dashes, which tools change. */
function contentOf(line: string): string {
  return line.replace(/^[\s-]*/, '').trimEnd();
}

/**
 * Returns the source line of a line of the document. Returns undefined if the content occurs more often in one of the
 * two.
 */
function pickAlike(
  file: SourceFile,
  { numbersOf }: IndexedLines,
  own: IndexedLines,
  line: number,
): Omit<OnlyLine, 'content'> | undefined {
  const content = own.contents[line] ?? '';
  const [there, here] = [numbersOf.get(content) ?? [], own.numbersOf.get(content) ?? []];
  const number = there.length === here.length ? there[lineAt(here, line)] : undefined;
  return number === undefined ? undefined : { file, number };
}
