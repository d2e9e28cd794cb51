import type { Event } from 'js-yaml';
import type { YamlProblem } from '../model/document.js';
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE } from './js-yaml.js';
import { type Padded, moveBack, pad } from './padding.js';

/** Parses a text into events or a problem. */
type ReadEvents = (source: string) => readonly Event[] | YamlProblem;

/** Message of the parser for a line of a flow collection or quoted scalar that is not indented more than its parent. */
const TOO_LITTLE = 'deficient indentation';
/**
 * Maximum parser runs. All lines that start with a closing bracket take one run together. Each other line takes one
 * run.
 */
const MAX_ROUNDS = 8;
const CLOSING = /^[ \t]*[\]}]/;
/** End of a line that starts a block scalar. */
const BLOCK_HEADER = /[|>][-+0-9]{0,2}$/;

/**
 * Returns the events of a text that the parser rejects because of indentation in flow collections or quotes. YAML 1.2
 * §7.4 requires these lines to be deeper than their parent. kubectl's parser (go-yaml, like libyaml's
 * `yaml_parser_unroll_indent`) does not check it, and many users put the closing bracket below its key.
 *
 * Parses a copy with these lines indented, in which blanks have no meaning, and converts the offsets back. Returns the
 * problem of the text if that does not help.
 */
export function readAnyIndentation(
  source: string,
  problem: YamlProblem,
  readEvents: ReadEvents,
): readonly Event[] | YamlProblem {
  if (problem.detail !== TOO_LITTLE) return problem;
  const closing = new Set(listClosingLines(source));
  const lines = new Set(closing);
  let last = problem;
  // For a bracket that is never closed, the first line after it is the best location.
  let first: YamlProblem | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const line = lineStart(source, last.offset);
    if (!closing.has(line)) first ??= last;
    lines.add(line);
    const padded = pad(source, lines);
    if (!padded) break;
    const events = readEvents(padded.text);
    if ('fact' in events) {
      last = { ...events, offset: padded.sourceOffset(events.offset) };
      if (last.detail !== TOO_LITTLE) break;
      continue;
    }
    const strangers = listStrangers(padded, events);
    if (strangers.length === 0) return moveBack(events, padded);
    for (const stranger of strangers) lines.delete(stranger);
  }
  return first ?? last;
}

/**
 * Returns the offsets of the lines that start with a closing bracket, except those that look like text of a block
 * scalar.
 */
function listClosingLines(source: string): number[] {
  const found: number[] = [];
  let textBelow = Infinity;
  for (const { 0: line, index } of source.matchAll(/[^\n\r]+/g)) {
    const content = line.trimStart();
    if (content === '' || line.length - content.length > textBelow) continue;
    if (CLOSING.test(line)) found.push(index);
    textBelow = BLOCK_HEADER.test((line.split(' #', 1)[0] ?? '').trimEnd()) ? parentIndentation(line) : Infinity;
  }
  return found;
}

/** Returns the indentation of the parent of the block scalar that starts on a line. */
function parentIndentation(line: string): number {
  const prefix = line.length - line.replace(/^[-?: ]+/, '').length;
  return /[|>]/.test(line.charAt(prefix)) ? prefix - 2 : prefix;
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !/[\n\r]/.test(text.charAt(start - 1))) start--;
  return start;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the indented lines, by offset in the source, that are in neither brackets nor quotes. */
function listStrangers({ text, lines, sourceOffset }: Padded, events: readonly Event[]): number[] {
  const ranges = listFlowRanges(text, events);
  let at = 0;
  return lines
    .filter((line) => {
      while ((ranges[at]?.end ?? Infinity) <= line) at++;
      return line <= (ranges[at]?.start ?? Infinity);
    })
    .map(sourceOffset);
}

/** Returns the ranges of the outermost brackets and quotes of a text, in order. */
function listFlowRanges(text: string, events: readonly Event[]): Range[] {
  const opaque = events.flatMap(listOpaque);
  const ranges: Range[] = [];
  let next = 0;
  let end = 0;
  for (const event of events) {
    const start = flowStart(event);
    if (start < end) continue;
    while ((opaque[next]?.end ?? Infinity) <= start) next++;
    [end, next] =
      event.type === EVENT_ID.SCALAR ? [event.valueEnd + 1, next] : closeBrackets(text, start, opaque, next);
    ranges.push({ start, end });
  }
  return ranges;
}

/** Returns the offset at which brackets or quotes open, or -1 for any other event. */
function flowStart(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return isQuoted(event.style) ? event.valueStart - 1 : -1;
  const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
  return isCollection && event.style === COLLECTION_STYLE.FLOW ? event.start : -1;
}

function isQuoted(style: number): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
}

/** Returns the ranges of an event in which brackets and `#` have no meaning: its anchor, tag and value. */
function listOpaque(event: Event): Range[] {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return [];
  const found = [{ start: event.anchorStart, end: event.anchorEnd }];
  if (event.type !== EVENT_ID.ALIAS) found.push({ start: event.tagStart, end: event.tagEnd });
  if (event.type === EVENT_ID.SCALAR) {
    const quote = isQuoted(event.style) ? 1 : 0;
    found.push({ start: event.valueStart - quote, end: event.valueEnd + quote });
  }
  return found.filter(({ end }) => end >= 0).sort((a, b) => a.start - b.start);
}

/**
 * Returns the offset after the closing bracket of the one at `start`, and the index of the first opaque range after it.
 * `first`: index of the first opaque range to check.
 */
function closeBrackets(text: string, start: number, opaque: readonly Range[], first: number): [number, number] {
  let next = first;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const range = opaque[next];
    if (range && range.start <= at) {
      next++;
      // An empty range has no character of its own.
      at = Math.max(at, range.end) - 1;
      continue;
    }
    const character = text.charAt(at);
    if (character === '[' || character === '{') depth++;
    else if (character === '#') at = commentEnd(text, at);
    else if ((character === ']' || character === '}') && --depth === 0) return [at + 1, next];
  }
  return [text.length, next];
}

function commentEnd(text: string, start: number): number {
  let end = start;
  while (end + 1 < text.length && !/[\n\r]/.test(text.charAt(end + 1))) end++;
  return end;
}
