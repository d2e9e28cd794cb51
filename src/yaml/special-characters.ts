import type { Event, ScalarEvent } from 'js-yaml';
import type { YamlProblem } from '../model/document.js';
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, getScalarValue } from './js-yaml.js';

/**
 * Text that kubectl reads differently from the parser:
 *
 * - characters that end a line in YAML 1.1 (§5.4) but not in YAML 1.2: next line, line separator, paragraph separator
 * - characters that kubectl rejects (§5.1) and the parser accepts in some places
 * - a carriage return that kubectl's line reader drops
 * - a byte order mark before a marker
 * - escapes that are not characters
 * - an escaped line break before an empty line, which the parser drops
 * - in flow collections, plain scalars that contain a question mark, or a colon at either end
 * - outside flow collections, blank lines and comments that are indented by a tab
 */
const SPECIAL =
  /(?![\t\n\r])[\p{Cc}\u2028\u2029\ufffe\uffff]|\r(?=\r\n)|\ufeff(?=---|\.\.\.)|(?<=[[{,\s]):(?=\S)|:(?=[,[\]{}])|\?|(?<=[\n\r]) *\t[ \t]*(?=[\n\r#]|$)|\\(?:(?:u|U0000)[dD][89A-Fa-f]..|U(?!000|0010)|(?=(?:\r\n|[\n\r])[ \t]*[\n\r]))/u;
const SPECIALS = new RegExp(SPECIAL, 'gu');
/** Line breaks of YAML 1.1 only. */
export const SEPARATORS = '\u0085\u2028\u2029';
const SEPARATOR = new RegExp(`[${SEPARATORS}]`);
/** A line that YAML 1.1 does not allow in quotes. */
const MARKER = /(?:---|\.\.\.)(?:[\s\u0085]|$)/y;

/**
 * Returns true if a document has characters that kubectl reads differently. kubectl reads JSON by the rules of JSON.
 */
export function hasSpecialCharacters(source: string): boolean {
  return SPECIAL.test(source) && !isJson(source);
}

/** Returns true if a document is a JSON object whose strings contain no half of a surrogate pair. */
export function isJson(source: string): boolean {
  if (!/^[ \t\r\n]*\{/.test(source)) return false;
  try {
    const value: unknown = JSON.parse(source);
    return !/\\u[dD]/.test(source) || !/(?<!\\)(?:\\\\)*\\ud/.test(JSON.stringify(value));
  } catch {
    return false;
  }
}

/**
 * Returns the first special character that kubectl does not read as text of a quoted value. Returns undefined if there
 * is none.
 */
export function findStrayCharacter(source: string, events: readonly Event[]): YamlProblem | undefined {
  const scalars = listScalars(events);
  let next = 0;
  for (const { 0: found, index: offset } of source.matchAll(SPECIALS)) {
    while ((scalars[next]?.event.valueEnd ?? Infinity) <= offset) next++;
    const around = scalars[next];
    const inside = around && around.event.valueStart <= offset ? around : undefined;
    if (found === ':' || found === '?') {
      if (!isTextInFlow(source, found, offset, inside, scalars[next - 1])) continue;
      return { fact: 'syntax', detail: `text with '${found}' must be in quotes in brackets`, offset, length: 1 };
    }
    if (found.endsWith('\t') || found.endsWith(' ')) {
      if (inside || (around?.isInFlow === true && scalars[next - 1]?.isInFlow === true)) continue;
      return { fact: 'syntax', detail: 'a tab must not indent a line', offset, length: found.length };
    }
    if (found.startsWith('\\')) {
      if (found === '\\' || !inside || !isEscape(source, inside.event, offset)) continue;
      return { fact: 'control-character', detail: found, offset, length: found.length };
    }
    if (!SEPARATORS.includes(found)) return { fact: 'control-character', detail: formatCode(found), offset, length: 1 };
    MARKER.lastIndex = offset + 1;
    if (inside && isQuoted(inside.event) && !inside.isKey && !MARKER.test(source)) continue;
    return separatorAt(source, offset);
  }
  return undefined;
}

/**
 * Returns the first line separator of a document that the parser rejects. Reported for any syntax problem, because
 * kubectl may accept the document.
 */
export function findSeparator(source: string): YamlProblem | undefined {
  const offset = source.search(SEPARATOR);
  return offset < 0 ? undefined : separatorAt(source, offset);
}

function separatorAt(source: string, offset: number): YamlProblem {
  return { fact: 'line-separator', detail: formatCode(source.charAt(offset)), offset, length: 1 };
}

function formatCode(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Returns true if kubectl and the parser disagree about a colon or question mark in, or after, a plain scalar in a flow
 * collection.
 */
function isTextInFlow(
  source: string,
  found: string,
  offset: number,
  inside: PlacedScalar | undefined,
  before: PlacedScalar | undefined,
): boolean {
  const scalar = inside ?? before;
  if (!scalar?.isInFlow || isQuoted(scalar.event)) return false;
  const { valueStart, valueEnd } = scalar.event;
  if (inside) return found === '?' || valueStart === offset;
  return found === ':' && source.slice(valueEnd, offset).trim() === '';
}

/** Returns true if the backslash at an offset of a scalar starts an escape. */
function isEscape(source: string, { style, valueStart }: ScalarEvent, offset: number): boolean {
  let start = offset;
  while (start > valueStart && source.charAt(start - 1) === '\\') start--;
  return style === SCALAR_STYLE.DOUBLE_QUOTED && (offset - start) % 2 === 0;
}

interface PlacedScalar {
  readonly event: ScalarEvent;
  /** True for a key, which ends with its line. */
  readonly isKey: boolean;
  readonly isInFlow: boolean;
}

/** Returns the scalars of a document that have text, in order. */
function listScalars(events: readonly Event[]): PlacedScalar[] {
  const found: PlacedScalar[] = [];
  /**
   * Open collections. `isKeyNext`: true if the next node is a key, undefined for a collection without keys. `isFlow`:
   * true for a flow collection.
   */
  const open: { isKeyNext: boolean | undefined; readonly isFlow: boolean }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const around = open.at(-1);
    const isKey = around?.isKeyNext === true;
    if (around?.isKeyNext !== undefined) around.isKeyNext = !isKey;
    if (event.type === EVENT_ID.SCALAR) {
      if (event.valueStart >= 0) found.push({ event, isKey, isInFlow: around?.isFlow === true });
    } else if (event.type !== EVENT_ID.ALIAS) {
      const isFlow = event.type !== EVENT_ID.DOCUMENT && event.style === COLLECTION_STYLE.FLOW;
      open.push({ isKeyNext: event.type === EVENT_ID.MAPPING ? true : undefined, isFlow });
    }
  }
  return found;
}

function isQuoted({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
}

/**
 * Consecutive line breaks with the blanks around them. Other blanks are matched as a whole, so that each is visited
 * once.
 */
const BREAKS = '[ \\t]*(?:(?:\\r\\n|[\\n\\r\\u0085\\u2028\\u2029])[ \\t]*)+';
const IN_SINGLE = new RegExp(`''|${BREAKS}|[ \\t]+`, 'g');
const IN_DOUBLE = new RegExp(`\\\\[^\\n\\r\\u0085\\u2028\\u2029]|\\\\?${BREAKS}|[ \\t]+`, 'g');
const ESCAPES = new Map([
  ['\n', '\\n'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

/** Returns the text of a scalar with line separators, with quoted lines folded as kubectl does. */
export function readSeparated(source: string, event: ScalarEvent): string {
  if (!isQuoted(event)) return getScalarValue(source, event);
  const text = source.slice(event.valueStart, event.valueEnd);
  if (event.style === SCALAR_STYLE.SINGLE_QUOTED)
    return text.replace(IN_SINGLE, (found) => (found === "''" ? "'" : fold(found)));
  const escaped = text.replace(IN_DOUBLE, (found) => {
    if (found.startsWith('\\') && !/^.[\n\r\u0085\u2028\u2029]/.test(found)) return found;
    return fold(found).replace(/[\n\u2028\u2029]/g, (separator) => ESCAPES.get(separator) ?? separator);
  });
  return getScalarValue(`"${escaped}"`, { ...event, valueStart: 1, valueEnd: escaped.length + 1, fast: false });
}

/**
 * Folds consecutive line breaks (YAML 1.1 §4.1.4, as libyaml's `yaml_parser_scan_flow_scalar`). The first line feed
 * becomes a blank, or nothing if others follow. Line and paragraph separators stay. An escaped line break becomes
 * nothing.
 */
function fold(breaks: string): string {
  if (/^[ \t]*$/.test(breaks)) return breaks;
  const [first = '', ...others] = breaks
    .replace(/\r\n|[\r\u0085]/g, '\n')
    .replace(/[ \t]/g, '')
    .replace(/^\\[^]/, '\\');
  if (first === '\\') return others.join('');
  if (first !== '\n') return first + others.join('');
  return others.length === 0 ? ' ' : others.join('');
}
