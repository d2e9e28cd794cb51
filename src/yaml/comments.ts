import { eventAt, indexAfter } from './events.js';
import { splitDocuments } from './documents.js';
import { EVENT_ID } from './js-yaml.js';
import { extentOf, parseAny } from './parse.js';

/** A comment up to the end of its line. */
export interface Comment {
  /** Offset of the `#` in the text. */
  readonly offset: number;
  readonly length: number;
  /** Text after the marker, trimmed. */
  readonly rest: string;
}

/**
 * Returns the comments of a YAML text that start with a marker, such as `weir:ignore` for `# weir:ignore …`, in order.
 * Skips text in scalars, and documents that cannot be parsed.
 */
export function findComments(text: string, marker: string): Comment[] {
  if (!text.includes(marker)) return [];
  const pattern = new RegExp(`(?<=^|[ \\t])#[ \\t]*${marker}(?=[ \\t\\r]|$)([^\\n]*)`, 'gm');
  const found = Array.from(text.matchAll(pattern), ({ 0: whole, 1: rest = '', index }): Comment => ({
    offset: index,
    length: whole.trimEnd().length,
    rest: rest.trim(),
  }));
  let next = 0;
  return splitDocuments(text).flatMap(({ start, end }) => {
    const first = next;
    while ((found[next]?.offset ?? end) < end) next++;
    return first === next ? [] : withoutScalars(found.slice(first, next), text.slice(start, end), start);
  });
}

/** Returns the comments of one document that are not inside a scalar. */
function withoutScalars(comments: readonly Comment[], source: string, base: number): Comment[] {
  const events = parseAny(source);
  if ('fact' in events) return [];
  const inside = new Set<Comment>();
  let next = 0;
  for (let at = 0; at < events.length; at = indexAfter(events, at)) {
    const event = eventAt(events, at);
    if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) continue;
    const { offset, length } = extentOf(event, source);
    while ((comments[next]?.offset ?? Infinity) < base + offset) next++;
    for (; (comments[next]?.offset ?? Infinity) < base + offset + length; next++) {
      const comment = comments[next];
      if (comment) inside.add(comment);
    }
  }
  return comments.filter((comment) => !inside.has(comment));
}
