import type { ScalarEvent } from 'js-yaml';
import { type Composition, Stop } from './composition.js';
import { styleAt } from './events.js';
import { SCALAR_STYLE, getScalarValue } from './js-yaml.js';
import { LIMITS } from './parse.js';
import { type Scalar, mayBeTyped, readPlain } from './scalar.js';
import { readTagged } from './tagged-scalar.js';

/** Two to the power of this many characters of a scalar count as one value more. */
const SCALAR_WEIGHT = 6;

/** The scalar at the current event, which has neither anchor nor tag and is a slice of the source. */
export function composeSlice(state: Composition): Scalar {
  const { source, events, at } = state;
  const start = events[at + 1] ?? 0;
  const end = events[at + 2] ?? 0;
  const style = styleAt(events, at);
  state.at = at + 3;
  checkLength(start, end);
  return readText(state, sliceOf(source, start, end), style, start);
}

/** Longer slices of a text are no copies: to keep one would keep all of the text. */
const MOST_COPIED = 12;
/** A power of two. */
const PLACES = 512;
/** The last short slice of each place, which its length and its ends tell. */
const lastSlices: (string | undefined)[] = new Array<string | undefined>(PLACES).fill(undefined);

/** A part of a text. Most short ones, keys among them, come again and again: those are made once. */
function sliceOf(source: string, start: number, end: number): string {
  const length = end - start;
  if (length === 0 || length > MOST_COPIED) return source.slice(start, end);
  const place = (length * 131 + source.charCodeAt(start) * 7 + source.charCodeAt(end - 1)) & (PLACES - 1);
  const last = lastSlices[place];
  if (last?.length === length && source.startsWith(last, start)) return last;
  return (lastSlices[place] = source.slice(start, end));
}

/** The value of a scalar; the current event is the one after it. */
export function composeScalar(state: Composition, event: ScalarEvent): Scalar {
  checkLength(event.valueStart, event.valueEnd);
  const text = getScalarValue(state.source, event);
  if (event.tagStart < 0) return readText(state, text, event.style, event.valueStart);
  state.size += text.length >> SCALAR_WEIGHT;
  return readTagged(state, event, text);
}

function checkLength(start: number, end: number): void {
  if (end - start <= LIMITS.scalar) return;
  throw new Stop({ fact: 'scalar-too-long', detail: String(end - start), offset: start, length: 1 });
}

function readText(state: Composition, text: string, style: number, offset: number): Scalar {
  state.size += text.length >> SCALAR_WEIGHT;
  if (style !== SCALAR_STYLE.PLAIN || !mayBeTyped(text)) return text;
  const { value, ambiguous } = readPlain(text);
  if (ambiguous) state.ambiguous.push({ text, value, offset });
  return value;
}
