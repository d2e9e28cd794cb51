import type { SourceFile, LocateSource } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { lineAt, lineStarts } from '../../std/lines.js';
import { once, memoize } from '../../std/memoize.js';

/** A document of a rendered text: where it starts, and the file that it was made of, where a tool tells. */
export interface RenderedDocument {
  readonly start: number;
  readonly file?: SourceFile | undefined;
}

/**
 * Finds the line that a rendered line was made of: the one with the same content in the file that the document was made of, or
 * the only one in all files. Where a line is there several times, as often as in the document, the order tells which. Every
 * document and every file is read once, when a place in it is asked for.
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
  const pickOnly = (content: string): Omit<OnlyLine, 'content'> | undefined => {
    const [found, ...others] = onlyLines().get(content) ?? [];
    return others.length === 0 ? found : undefined;
  };
  return (offset, length) => {
    const index = offset < (starts[0] ?? Infinity) ? -1 : lineAt(starts, offset);
    const own = documentOf(index);
    const inside = offset - (starts[index] ?? 0);
    const line = lineAt(own.starts, inside);
    const content = own.contents[line] ?? '';
    if (content === '') return undefined;
    const file = documents[index]?.file;
    const found = (file && pickAlike(file, linesOf(file), own, line)) ?? pickOnly(content);
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

/** A line of a file in which no other has its content. */
interface OnlyLine {
  readonly content: string;
  readonly file: SourceFile;
  readonly number: number;
}

/** A text, and what its lines hold. */
interface IndexedLines {
  readonly text: string;
  /** Where each line begins. */
  readonly starts: readonly number[];
  /** By the number of the line. */
  readonly contents: readonly string[];
  /** The numbers of the lines with a content, ascending. */
  readonly numbersOf: ReadonlyMap<string, readonly number[]>;
}

function indexLines(text: string): IndexedLines {
  const starts = lineStarts(text);
  const contents = text.split('\n').map(contentOf);
  return { text, starts, contents, numbersOf: groupBy([...contents.keys()], (number) => contents[number] ?? '') };
}

/** Where the content of a line begins. */
function placeOf({ text, starts, contents }: IndexedLines, line: number): number {
  return text.indexOf(contents[line] ?? '', starts[line]);
}

/** Tools indent and list as they like. */
function contentOf(line: string): string {
  return line.replace(/^[\s-]*/, '').trimEnd();
}

/**
 * Returns the line of a file that a line of the document made of it is, or undefined if one has the content more often.
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
