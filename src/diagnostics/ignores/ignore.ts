import type { SourceFile } from '../../model/manifest.js';
import { lineAt, lineStarts } from '../../std/lines.js';
import { findComments } from '../../yaml/comments.js';

/** A comment that ignores findings of a code at a line: `# weir:ignore CODE reason until=2027-01-01`. */
export interface Ignore {
  readonly file: SourceFile;
  /** Where the comment stands in the text of the file. */
  readonly offset: number;
  readonly length: number;
  /** The line that it is about, from 0: its own, or the next one with content where it stands alone. */
  readonly line: number;
  readonly code: string;
  readonly reason: string;
  /** The last day on which it holds, as written. */
  readonly until?: string;
}

const MARKER = 'weir:ignore';
/** What says nothing of its own: blanks, a comment, the start of a document. */
const EMPTY_LINE = /^(?:---)?[ \t]*(?:#.*)?\r?$/;

/** Returns the comments of a file that ignore findings, in their order. */
export function readIgnores(file: SourceFile): Ignore[] {
  const comments = findComments(file.text, MARKER);
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

/** For each line the first one from it on that has content, or undefined if none has. */
function nextWithContent(count: number, hasContent: (line: number) => boolean): (number | undefined)[] {
  const next = new Array<number | undefined>(count);
  let last: number | undefined;
  for (let line = count - 1; line >= 0; line--) {
    if (hasContent(line)) last = line;
    next[line] = last;
  }
  return next;
}
