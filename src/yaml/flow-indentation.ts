import type { Event } from 'js-yaml';
import type { YamlProblem } from '../model/document.js';
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE } from './js-yaml.js';
import { type Padded, moveBack, pad } from './padding.js';

/** Parses a text, or says what is wrong with it. */
type ReadEvents = (source: string) => readonly Event[] | YamlProblem;

/** What the parser says of a line in brackets or quotes that is not indented more than what holds it. */
const TOO_LITTLE = 'deficient indentation';
/** How often a text is parsed again: lines that begin with a closing bracket take one round in all, any other one each. */
const MAX_ROUNDS = 8;
const CLOSING = /^[ \t]*[\]}]/;
/** The end of a line that begins a block scalar. */
const BLOCK_HEADER = /[|>][-+0-9]{0,2}$/;

/**
 * Returns the events of a text that the parser refuses for the indentation of lines in brackets or quotes. YAML 1.2
 * §7.4 wants them deeper than their parent; kubectl's reader (go-yaml, as libyaml's `yaml_parser_unroll_indent`) does
 * not look at it, and many write the closing bracket below its key. The lines are indented in a copy, where blanks mean
 * nothing, and the events come back with the offsets of the source. Where that does not help: what is wrong with the
 * text.
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
  // A bracket that is never closed is best shown where the lines after it begin.
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

/** Where the lines start that begin with a closing bracket, but for those that look like text of a block scalar. */
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

/** Returns the indentation of what holds the block scalar that begins on a line. */
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

/**
 * Returns the lines, by where they start in the source, that were indented but are neither in brackets nor in quotes.
 */
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

/** Where the brackets and quotes of a text are that stand in no others, in order. */
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

/** Where brackets or quotes open, or -1 for an event of neither. */
function flowStart(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return isQuoted(event.style) ? event.valueStart - 1 : -1;
  const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
  return isCollection && event.style === COLLECTION_STYLE.FLOW ? event.start : -1;
}

function isQuoted(style: number): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
}

/** Returns the texts of an event in which brackets and `#` are characters like others: its anchor, tag and value. */
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

/** Where the bracket that opens at `start` is closed, and the first of the opaque texts from `first` on behind it. */
function closeBrackets(text: string, start: number, opaque: readonly Range[], first: number): [number, number] {
  let next = first;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const range = opaque[next];
    if (range && range.start <= at) {
      next++;
      // An empty text has no character of its own.
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
