/** The part of a text that one or more YAML documents take, with the offset where it starts. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text at its document markers. A line that starts with `---` always begins a document (YAML 1.2 §9.1.1: it may
 * stand inside no scalar), so each range can be parsed on its own: a broken document does not take its neighbours along,
 * and memory grows with the largest document instead of the file.
 * Ranges that hold only comments and directives go with the document after them.
 */
export function splitDocuments(text: string): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  let start = 0;
  for (let at = nextMarker(text, 0); at >= 0; at = nextMarker(text, at + 3)) {
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

function nextMarker(text: string, from: number): number {
  for (let at = text.indexOf('---', from); at >= 0; at = text.indexOf('---', at + 1)) {
    const before = at === 0 ? '\n' : text.charAt(at - 1);
    const after = text.charAt(at + 3);
    if ((before === '\n' || before === '\r') && (after === '' || /\s/.test(after))) return at;
  }
  return -1;
}

/** Whether a range has no content: markers, comments, directives and blank lines. */
function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  if (text.startsWith('---', at)) at += 3;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 35 || (code === 37 && (at === 0 || text.charAt(at - 1) === '\n'))) {
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? end : lineEnd;
    } else if (code !== 32 && code !== 9 && code !== 10 && code !== 13) {
      return false;
    }
    at++;
  }
  return true;
}

function hasDirective(text: string, start: number, end: number): boolean {
  return /^%/m.test(text.slice(start, end));
}
