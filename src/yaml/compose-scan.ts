import type { ScalarEvent } from 'js-yaml';
import { createScan, scanInto } from './block-scanner.js';
import { readSlice, readText } from './compose-scalar.js';
import type { Composed } from './compose.js';
import type { AmbiguousScalar } from './composition.js';
import { CHOMPING_MODE, EVENT_ID, SCALAR_STYLE, getScalarValue } from './js-yaml.js';
import { YAML_LIMITS } from './parse.js';
import { type Scalar, toKey } from './scalar.js';
import type { PassedScalar, ScanTarget } from './scan-target.js';
import type { Json, JsonObject } from '../std/json.js';

/**
 * Composes one document of a text while scanning it. Offsets count from its start. Returns undefined if the scanner
 * does not support it, or if anything in it is invalid or rare. `compose` then reads its events.
 */
export type ComposeDocument = (start: number, end: number) => Composed | undefined;

/** Creates a function that composes documents of a text. They share the stacks, because most documents are short. */
export function createComposer(text: string): ComposeDocument {
  const { target, begin, finish } = composeInto(text);
  const scan = createScan(target, text);
  return (start, end) => {
    begin(start);
    return scanInto(scan, start, end) ? finish() : undefined;
  };
}

interface Composing {
  readonly target: ScanTarget;
  /** Forgets the document before, which may have failed. `base` is the start of the next one. */
  readonly begin: (base: number) => void;
  /** Returns the scanned document, or undefined if it has anything that the target does not support. */
  readonly finish: () => Composed | undefined;
}

const NONE: readonly never[] = [];

/** Creates a target that collects the value of a document, and scalars that versions of YAML read differently. */
function composeInto(text: string): Composing {
  let base = 0;
  let ambiguous: AmbiguousScalar[] = [];
  let root: Json = null;
  /**
   * Stacks for the collections around the innermost one: the objects, their current keys, and the start of list items.
   */
  const objects: (JsonObject | undefined)[] = [];
  const keys: string[] = [];
  const starts: number[] = [];
  let depth = 0;
  /** The innermost collection if it is an object. Undefined for a list. */
  let object: JsonObject | undefined;
  let key = '';
  let start = 0;
  /** Items of all open lists, one list after the other. A list that grew item by item would keep its spare capacity. */
  const items: Json[] = [];
  let itemCount = 0;
  let isRare = false;

  const put = (value: Json): void => {
    if (object) object[key] = value;
    else items[itemCount++] = value;
  };
  const read = ({ valueStart, valueEnd, style, isSlice }: PassedScalar): Scalar => {
    if (valueEnd - valueStart > YAML_LIMITS.scalar) isRare = true;
    return isSlice
      ? readSlice(text, valueStart, valueEnd, style, valueStart - base, ambiguous)
      : readText(getScalarValue(text, scalarAt(valueStart, valueEnd, style)), style, valueStart - base, ambiguous);
  };
  const target: ScanTarget = {
    begin: (isSequence) => {
      objects[depth] = object;
      keys[depth] = key;
      starts[depth] = start;
      depth++;
      object = isSequence ? undefined : {};
      start = itemCount;
    },
    end: () => {
      const ended = object ?? items.slice(start, itemCount);
      itemCount = start;
      depth--;
      object = objects[depth];
      key = keys[depth] ?? '';
      start = starts[depth] ?? 0;
      if (depth === 0) root = ended;
      else put(ended);
    },
    key: (scalar) => {
      const value = read(scalar);
      key = typeof value === 'string' ? value : value === null ? '' : toKey(value);
      const isMerge = key === '<<' && scalar.style === SCALAR_STYLE.PLAIN;
      if (value !== null && !isMerge && key !== '__proto__' && object && !Object.hasOwn(object, key)) return;
      isRare = true;
      key = '';
    },
    value: (scalar) => {
      const value = read(scalar);
      if (typeof value === 'number' && !Number.isFinite(value)) isRare = true;
      put(value);
    },
    empty: () => {
      put(null);
    },
    block: (from, to, style, chomping, indent) => {
      if (to - from > YAML_LIMITS.scalar) isRare = true;
      put(
        getScalarValue(text, { ...scalarAt(from, to, style), chomping: chomping as ScalarEvent['chomping'], indent }),
      );
    },
  };
  return {
    target,
    begin: (start) => {
      base = start;
      if (ambiguous.length > 0) ambiguous = [];
      [depth, itemCount, isRare, object] = [0, 0, false, undefined];
    },
    // An empty list stays that of the next document.
    finish: () =>
      isRare ? undefined : { values: [root], ambiguous: ambiguous.length > 0 ? ambiguous : NONE, replaced: NONE },
  };
}

function scalarAt(start: number, end: number, style: number): ScalarEvent {
  const nowhere = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1, indent: -1 };
  const { SCALAR: type } = EVENT_ID;
  // The scanner only uses styles of the parser.
  return {
    type,
    valueStart: start,
    valueEnd: end,
    style: style as ScalarEvent['style'],
    chomping: CHOMPING_MODE.CLIP,
    fast: false,
    ...nowhere,
  };
}
