import type { ScalarEvent } from 'js-yaml';
import { type AmbiguousScalar, type Composition, Stop } from './composition.js';
import { styleAt } from './events.js';
import { SCALAR_STYLE, getScalarValue } from './js-yaml.js';
import { readSeparated } from './special-characters.js';
import { YAML_LIMITS } from './parse.js';
import { type Scalar, mayBeTyped, readPlain } from './scalar.js';
import { readTagged } from './tagged-scalar.js';

/** A scalar adds one to the size for each 2^6 characters. */
const SCALAR_WEIGHT = 6;

/** Returns the scalar at the current event, which has no anchor or tag and is a slice of the source. */
export function composeSlice(state: Composition): Scalar {
  const { source, events, at } = state;
  const start = events[at + 1] ?? 0;
  const end = events[at + 2] ?? 0;
  const style = styleAt(events, at);
  state.at = at + 3;
  checkLength(start, end);
  state.size += (end - start) >> SCALAR_WEIGHT;
  return readSlice(source, start, end, style, start, state.ambiguous);
}

/**
 * Maximum length of slices that are cached. The engine does not copy longer ones, so a cached slice would keep the
 * whole text in memory.
 */
const MAX_COPIED = 12;
/** Size of the cache, a power of two. */
const PLACES = 512;
/** A short slice, its style and its value, which all versions of YAML read alike. */
interface ShortSlice {
  readonly text: string;
  readonly style: number;
  readonly value: Scalar;
}
/** The last short slice for each hash, which is made of its length, first and last character. */
const lastSlices: ShortSlice[] = new Array<ShortSlice>(PLACES).fill({ text: '', style: 0, value: '' });

/**
 * Returns the value of a scalar that is a part of a text. A scalar that versions of YAML read differently is added to
 * `ambiguous` with its offset. Short scalars, such as keys, are repeated often, so their values are cached.
 */
export function readSlice(
  source: string,
  start: number,
  end: number,
  style: number,
  offset: number,
  ambiguous: AmbiguousScalar[],
): Scalar {
  const length = end - start;
  if (length === 0 || length > MAX_COPIED) return readText(source.slice(start, end), style, offset, ambiguous);
  const place = (length * 131 + source.charCodeAt(start) * 7 + source.charCodeAt(end - 1)) & (PLACES - 1);
  const last = lastSlices[place];
  if (last?.style === style && last.text.length === length && source.startsWith(last.text, start)) return last.value;
  const text = source.slice(start, end);
  const before = ambiguous.length;
  const value = readText(text, style, offset, ambiguous);
  if (ambiguous.length === before) lastSlices[place] = { text, style, value };
  return value;
}

/** Returns the value of a scalar. The current event is the next one. */
export function composeScalar(state: Composition, event: ScalarEvent): Scalar {
  checkLength(event.valueStart, event.valueEnd);
  checkIndentation(state.source, event);
  const text = state.isSeparated ? readSeparated(state.source, event) : getScalarValue(state.source, event);
  state.size += text.length >> SCALAR_WEIGHT;
  if (event.tagStart < 0) return readText(text, event.style, event.valueStart, state.ambiguous);
  return readTagged(state, event, text);
}

/** Header of a block scalar with an indentation indicator. */
const INDICATED = /[|>][-+]?[1-9][-+]?[ \t]*(?:#[^\n\r]*)?[\n\r]+$/;
const BLANKS = /[ \t\n\r]+/y;

/**
 * Rejects tabs in the indentation of a block scalar, and in its first lines if these decide the indentation, as kubectl
 * does.
 */
function checkIndentation(source: string, { style, valueStart, valueEnd, indent }: ScalarEvent): void {
  if (style !== SCALAR_STYLE.LITERAL_BLOCK && style !== SCALAR_STYLE.FOLDED_BLOCK) return;
  BLANKS.lastIndex = valueEnd;
  const text = source.slice(valueStart, BLANKS.test(source) ? BLANKS.lastIndex : valueEnd);
  if (!text.includes('\t')) return;
  const header = source.slice(source.lastIndexOf('\n', valueStart - 2) + 1, valueStart);
  const isFirst = INDICATED.test(header) ? null : /^(?: *(?:\r\n|[\n\r]))* *\t/.exec(text);
  const found = isFirst ?? new RegExp(`(?:^|[\\n\\r]) {0,${Math.max(indent - 1, 0)}}\t`).exec(text);
  if (!found || (!isFirst && indent <= 0)) return;
  const offset = valueStart + found.index + found[0].length - 1;
  throw new Stop({ fact: 'syntax', detail: 'a tab must not indent a line of a block scalar', offset, length: 1 });
}

function checkLength(start: number, end: number): void {
  if (end - start <= YAML_LIMITS.scalar) return;
  throw new Stop({ fact: 'scalar-too-long', detail: String(end - start), offset: start, length: 1 });
}

/** Returns the value of the text of a scalar. See `readSlice` for `ambiguous`. */
export function readText(text: string, style: number, offset: number, ambiguous: AmbiguousScalar[]): Scalar {
  if (style !== SCALAR_STYLE.PLAIN || !mayBeTyped(text)) return text;
  const plain = readPlain(text);
  if (plain.ambiguous) ambiguous.push({ text, value: plain.value, offset });
  return plain.value;
}
