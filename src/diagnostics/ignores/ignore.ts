import type { SourceFile } from '../../model/manifest.js';
import { lineAt, lineStarts } from '../../std/lines.js';
import { findComments } from '../../yaml/comments.js';

/** Comment that ignores findings of a code at a line: `# weir:ignore CODE reason until=2027-01-01`. */
export interface Ignore {
  readonly file: SourceFile;
  /** Offset of the comment in the text of the file, in UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
  /**
   * Line that the comment applies to, from 0. It is its own line, or the next line with content if the comment has a
   * line to itself.
   */
  readonly line: number;
  readonly code: string;
  readonly reason: string;
  /** Last day on which the comment is valid, as written. If unset, it does not expire. */
  readonly until?: string;
}

const MARKER = 'weir:ignore';
/** Pattern of a line without content: blanks, a comment, or the start of a document. */
const EMPTY_LINE = /^(?:---)?[ \t]*(?:#.*)?\r?$/;

/** Returns the comments of a file that ignore findings, in their order. */
export function readIgnores(file: SourceFile): Ignore[] {
  const comments = file.object ? [] : findComments(file.text, MARKER);
  if (comments.length === 0) return [];
  const starts = lineStarts(file.text);
  const lineOf = (line: number): string => file.text.slice(starts[line], (starts[line + 1] ?? Infinity) - 1);
  const next = nextWithContent(starts.length, (line) => !EMPTY_LINE.test(lineOf(line).trimStart()));
  return comments.map(({ offset, length, rest }) => {
    const own = lineAt(starts, offset);
    const isAlone = EMPTY_LINE.test(lineOf(own).trimStart());
    const [code = '', ...words] = rest.split(/[ \t]+/);
    const until = words.find((word) => word.startsWith(UNTIL))?.slice(UNTIL.length);
    return {
      ...{ file, offset, length, code },
      line: isAlone ? (next[own] ?? own) : own,
      reason: words.filter((word) => !word.startsWith(UNTIL)).join(' '),
      ...(until === undefined ? {} : { until }),
    };
  });
}

const UNTIL = 'until=';

/** Returns for each line the first line with content from it on, or undefined if there is none. */
function nextWithContent(count: number, hasContent: (line: number) => boolean): (number | undefined)[] {
  const next = new Array<number | undefined>(count);
  let last: number | undefined;
  for (let line = count - 1; line >= 0; line--) {
    if (hasContent(line)) last = line;
    next[line] = last;
  }
  return next;
}
