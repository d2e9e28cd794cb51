import {
  type Event,
  EVENT_ID,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
  getScalarValue,
  parseEvents,
} from 'js-yaml';
import type { Json, JsonObject } from '../model/manifest.js';
import { type Scalar, mayBeTyped, readPlain } from './scalar.js';

/** What hostile input may cost. */
export const LIMITS = {
  /** Nesting of mappings and sequences. */
  depth: 64,
  /** Characters of one scalar: an object in etcd has at most 1.5 MiB. */
  scalar: 1_048_576,
  /** Values that aliases add to one document. */
  aliased: 100_000,
} as const;

/** What is wrong with a document, at an offset of its source. */
export interface YamlProblem {
  readonly fact:
    | 'syntax'
    | 'too-deep'
    | 'duplicate-key'
    | 'reserved-key'
    | 'complex-key'
    | 'unknown-tag'
    | 'unknown-alias'
    | 'too-many-aliases'
    | 'scalar-too-long'
    | 'bad-merge';
  readonly detail: string;
  readonly offset: number;
  readonly length: number;
}

/** A plain scalar that YAML 1.1 and 1.2 read differently. */
export interface AmbiguousScalar {
  readonly text: string;
  readonly value: Json;
  readonly offset: number;
}

/** What a range of text holds: the values of its documents, or the problem that stopped it. */
export interface Composed {
  readonly values: readonly Json[];
  readonly ambiguous: readonly AmbiguousScalar[];
  readonly problem?: YamlProblem;
}

/** Unwinds the composer; never leaves this file. */
class Stop extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.fact);
  }
}

interface Anchored {
  readonly value: Json;
  readonly size: number;
}

interface State {
  readonly source: string;
  readonly events: readonly Event[];
  readonly anchors: Map<string, Anchored>;
  readonly ambiguous: AmbiguousScalar[];
  at: number;
  /** Values composed so far, with those behind aliases counted again. */
  size: number;
  aliased: number;
}

/** The events of a text, or the syntax problem in it. */
export function parse(source: string): readonly Event[] | YamlProblem {
  try {
    return parseEvents(source, { maxDepth: LIMITS.depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const offset = error.mark?.position ?? 0;
    const fact = error.reason.startsWith('nesting exceeded') ? 'too-deep' : 'syntax';
    return { fact, detail: error.reason, offset: Math.min(offset, source.length), length: 1 };
  }
}

/** Reads all YAML documents of a text. Offsets count from its start. */
export function compose(source: string): Composed {
  const events = parse(source);
  if ('fact' in events) return { values: [], ambiguous: [], problem: events };
  const state: State = { source, events, anchors: new Map(), ambiguous: [], at: 0, size: 0, aliased: 0 };
  const values: Json[] = [];
  try {
    while (state.at < events.length) {
      state.at++;
      state.anchors.clear();
      values.push(composeNode(state));
      state.at++;
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { values: [], ambiguous: state.ambiguous, problem: error.problem };
  }
  return { values, ambiguous: state.ambiguous };
}

function composeNode(state: State): Json {
  const event = state.events[state.at++];
  if (!event) return null;
  const before = state.size++;
  switch (event.type) {
    case EVENT_ID.SCALAR: {
      const value = composeScalar(state, event);
      if (event.anchorStart >= 0) anchor(state, event, value, before);
      return value;
    }
    case EVENT_ID.SEQUENCE: {
      checkTag(state, event, 'tag:yaml.org,2002:seq');
      const list: Json[] = [];
      while (state.events[state.at]?.type !== EVENT_ID.POP) list.push(composeNode(state));
      state.at++;
      if (event.anchorStart >= 0) anchor(state, event, list, before);
      return list;
    }
    case EVENT_ID.MAPPING: {
      checkTag(state, event, 'tag:yaml.org,2002:map');
      const object = composeMapping(state);
      if (event.anchorStart >= 0) anchor(state, event, object, before);
      return object;
    }
    case EVENT_ID.ALIAS:
      return composeAlias(state, event.anchorStart, event.anchorEnd);
    default:
      return null;
  }
}

function composeMapping(state: State): JsonObject {
  const object: JsonObject = {};
  const merged: JsonObject[] = [];
  while (state.events[state.at]?.type !== EVENT_ID.POP) {
    const keyEvent = state.events[state.at++];
    if (keyEvent?.type !== EVENT_ID.SCALAR) throw stopAt(state, 'complex-key', '', keyEvent);
    const key = composeKey(state, keyEvent);
    if (key === '<<' && keyEvent.style === SCALAR_STYLE.PLAIN) {
      merged.push(...mergeSources(state, keyEvent, composeNode(state)));
      continue;
    }
    if (key === '__proto__') throw stopAt(state, 'reserved-key', key, keyEvent);
    if (Object.hasOwn(object, key)) throw stopAt(state, 'duplicate-key', key, keyEvent);
    object[key] = composeNode(state);
  }
  state.at++;
  for (const source of merged) {
    for (const [key, value] of Object.entries(source)) {
      state.aliased++;
      if (!Object.hasOwn(object, key)) object[key] = value;
    }
  }
  return object;
}

/** A key as JSON has it: `1:` and `on:` become the strings `1` and `true`. */
function composeKey(state: State, event: ScalarEvent): string {
  const value = composeScalar(state, event);
  return typeof value === 'string' ? value : String(value);
}

/** The mappings behind `<<` (the YAML 1.1 merge key, which kubectl knows): earlier ones win. */
function mergeSources(state: State, event: ScalarEvent, value: Json): JsonObject[] {
  const sources = Array.isArray(value) ? value : [value];
  return sources.map((source) => {
    if (source === null || typeof source !== 'object' || Array.isArray(source))
      throw stopAt(state, 'bad-merge', '', event);
    return source;
  });
}

function composeAlias(state: State, start: number, end: number): Json {
  const name = state.source.slice(start, end);
  const found = state.anchors.get(name);
  const place = { offset: start - 1, length: end - start + 1 };
  if (!found) throw new Stop({ fact: 'unknown-alias', detail: name, ...place });
  state.size += found.size;
  state.aliased += found.size;
  if (state.aliased > LIMITS.aliased) throw new Stop({ fact: 'too-many-aliases', detail: name, ...place });
  return found.value;
}

function anchor(state: State, event: { anchorStart: number; anchorEnd: number }, value: Json, before: number): void {
  state.anchors.set(state.source.slice(event.anchorStart, event.anchorEnd), { value, size: state.size - before });
}

function composeScalar(state: State, event: ScalarEvent): Scalar {
  if (event.valueEnd - event.valueStart > LIMITS.scalar) {
    const detail = String(event.valueEnd - event.valueStart);
    throw new Stop({ fact: 'scalar-too-long', detail, offset: event.valueStart, length: 1 });
  }
  const text = getScalarValue(state.source, event);
  if (event.tagStart >= 0 && explicitTag(state, event) === 'str') return text;
  if (event.style !== SCALAR_STYLE.PLAIN || !mayBeTyped(text)) return text;
  const { value, ambiguous } = readPlain(text);
  if (ambiguous) state.ambiguous.push({ text, value, offset: event.valueStart });
  return value;
}

/** The short name of a scalar's tag; the numbers and words of other known tags are read as plain scalars are. */
function explicitTag(state: State, event: ScalarEvent): string {
  const tag = state.source.slice(event.tagStart, event.tagEnd).replace(/^(!!|!<tag:yaml\.org,2002:)|>$/g, '');
  if (['!', 'str', 'binary'].includes(tag)) return 'str';
  if (!['int', 'float', 'bool', 'null', 'timestamp'].includes(tag)) throw stopAt(state, 'unknown-tag', tag, event);
  return tag;
}

function checkTag(state: State, event: { tagStart: number; tagEnd: number; start: number }, expected: string): void {
  if (event.tagStart < 0) return;
  const tag = state.source
    .slice(event.tagStart, event.tagEnd)
    .replace(/^!!/, 'tag:yaml.org,2002:')
    .replace(/^!<|>$/g, '');
  if (tag === expected) return;
  throw new Stop({ fact: 'unknown-tag', detail: tag, offset: event.tagStart, length: event.tagEnd - event.tagStart });
}

function stopAt(state: State, fact: YamlProblem['fact'], detail: string, event: Event | undefined): Stop {
  const { offset, length } = extentOf(event, state.source);
  return new Stop({ fact, detail, offset, length });
}

/** Where an event's own text stands, with its quotes; collections have their first character. */
export function extentOf(event: Event | undefined, source: string): { offset: number; length: number } {
  if (event?.type === EVENT_ID.SCALAR && event.valueStart >= 0) {
    const quotes = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    return { offset: event.valueStart - quotes, length: event.valueEnd - event.valueStart + 2 * quotes };
  }
  if (event?.type === EVENT_ID.ALIAS) {
    return { offset: event.anchorStart - 1, length: event.anchorEnd - event.anchorStart + 1 };
  }
  const start = event && 'start' in event ? event.start : 0;
  return { offset: Math.min(start, source.length), length: 1 };
}
