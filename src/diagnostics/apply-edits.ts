import type { Edit } from '../model/diagnostic.js';
import { lineStarts } from '../std/lines.js';

/**
 * Applies edits to a text. Returns the result and the number of applied edits. If edits overlap, the first is applied.
 */
export function applyEdits(text: string, edits: readonly Edit[]): { readonly text: string; readonly made: number } {
  const starts = lineStarts(text);
  const placed = edits
    .map(({ at, text: instead }) => ({ offset: (starts[at.line - 1] ?? text.length) + at.column - 1, at, instead }))
    .sort((a, b) => a.offset - b.offset);
  const parts: string[] = [];
  let end = 0;
  let made = 0;
  for (const { offset, at, instead } of placed) {
    if (offset < end) continue;
    parts.push(text.slice(end, offset), instead);
    end = offset + at.length;
    made++;
  }
  return { text: parts.join('') + text.slice(end), made };
}
