import type { SourceFile, Trace } from '../../model/manifest.js';

/** A document of a rendered text: where it starts, and the file that it was made of, where a tool tells. */
export interface RenderedDocument {
  readonly start: number;
  readonly file?: SourceFile | undefined;
}

/**
 * Finds the line that a rendered line was made of: the one with the same content in the file that the document was made of, or
 * the only one in all files. Where a line is there several times, as often as in the document, the order tells which.
 */
export function createTrace(text: string, documents: readonly RenderedDocument[], files: readonly SourceFile[]): Trace {
  const lines = new Map<SourceFile, readonly string[]>();
  const linesOf = (file: SourceFile): readonly string[] => {
    const known = lines.get(file) ?? file.text.split('\n');
    lines.set(file, known);
    return known;
  };
  return (offset, length) => {
    const index = documents.findLastIndex(({ start }) => start <= offset);
    const start = documents[index]?.start ?? 0;
    const own = text.slice(start, documents[index + 1]?.start).split('\n');
    const line = text.slice(start, offset).split('\n').length - 1;
    const wanted = contentOf(own[line] ?? '');
    if (wanted === '') return undefined;
    const alike = own.slice(0, line).filter((one) => contentOf(one) === wanted).length;
    const count = alike + own.slice(line).filter((one) => contentOf(one) === wanted).length;
    const file = documents[index]?.file;
    const found =
      (file ? pick(file, linesOf(file), wanted, alike, count) : undefined) ?? pickOnly(files, linesOf, wanted);
    if (!found) return undefined;
    // The same part of the line.
    const before = own.slice(0, line).reduce((sum, one) => sum + one.length + 1, start);
    const within = offset - before - (own[line] ?? '').indexOf(wanted);
    const shift = within > 0 && within < found.length ? within : 0;
    const { path, text: source } = found.file;
    return { path, text: source, offset: found.offset + shift, length: Math.min(length, found.length - shift) };
  };
}

interface FoundLine {
  readonly file: SourceFile;
  readonly offset: number;
  readonly length: number;
}

/** Tools indent and list as they like. */
function contentOf(line: string): string {
  return line.replace(/^[\s-]*/, '').trimEnd();
}

function pick(
  file: SourceFile,
  lines: readonly string[],
  wanted: string,
  alike: number,
  count: number,
): FoundLine | undefined {
  const numbers = lines.flatMap((line, number) => (contentOf(line) === wanted ? [number] : []));
  const number = numbers.length === count ? numbers[alike] : undefined;
  if (number === undefined) return undefined;
  const before = lines.slice(0, number).reduce((sum, line) => sum + line.length + 1, 0);
  const offset = before + (lines[number] ?? '').indexOf(wanted);
  return { file, offset, length: wanted.length };
}

function pickOnly(
  files: readonly SourceFile[],
  linesOf: (file: SourceFile) => readonly string[],
  wanted: string,
): FoundLine | undefined {
  const found = files.flatMap((file) =>
    file.text.includes(wanted) ? (pick(file, linesOf(file), wanted, 0, 1) ?? []) : [],
  );
  return found.length === 1 ? found[0] : undefined;
}
