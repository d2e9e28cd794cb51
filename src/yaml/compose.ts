import type { YamlProblem } from '../model/document.js';
import { composeScalar, composeSlice } from './compose-scalar.js';
import { type AmbiguousScalar, type Composition, type ReplacedKey, Stop, skipEvent, stopAt } from './composition.js';
import { eventAt, hasProperties, isSlice, styleAt, typeAt } from './events.js';
import { EVENT_ID, SCALAR_STYLE } from './js-yaml.js';
import { hasSpecialCharacters } from './special-characters.js';
import { CODE } from './characters.js';
import { YAML_LIMITS, extentOf, parse } from './parse.js';
import { type Scalar, toKey } from './scalar.js';
import type { Json, JsonObject } from '../std/json.js';

/** The values of the documents in a text, or the problem that stopped the composition. */
export interface Composed {
  readonly values: readonly Json[];
  readonly ambiguous: readonly AmbiguousScalar[];
  readonly replaced: readonly ReplacedKey[];
  readonly problem?: YamlProblem;
}

/**
 * Composes all YAML documents of a text. `events`: its events, if they are already known. `mostAliased`: maximum values
 * that aliases may add. Offsets count from the start of the text.
 */
export function compose(source: string, events = parse(source), mostAliased: number = YAML_LIMITS.aliased): Composed {
  if ('fact' in events) return { values: [], ambiguous: [], replaced: [], problem: events };
  const found = { ambiguous: [], replaced: [] };
  const start = { items: [], itemCount: 0, anchors: undefined, at: 0, size: 0, aliased: 0 };
  const isSeparated = hasSpecialCharacters(source);
  const state: Composition = { source, events, isSeparated, mostAliased, ...found, ...start };
  const values: Json[] = [];
  try {
    while (state.at < events.length) {
      skipEvent(state);
      state.anchors = undefined;
      values.push(composeNode(state));
      skipEvent(state);
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { values: [], ...found, problem: error.problem };
  }
  return { values, ...found };
}

function composeNode(state: Composition): Json {
  const { events, at } = state;
  const before = state.size++;
  if (isSlice(events, at) && !state.isSeparated) return requireFinite(state, composeSlice(state), at);
  // Most collections have no anchor or tag, so their events need not be unpacked.
  if (!hasProperties(events, at)) {
    if (typeAt(events, at) === EVENT_ID.MAPPING) return composeMapping(state);
    if (typeAt(events, at) === EVENT_ID.SEQUENCE) return composeSequence(state);
  }
  const event = eventAt(events, at);
  switch (event.type) {
    case EVENT_ID.SCALAR: {
      skipEvent(state);
      const value = requireFinite(state, composeScalar(state, event), at);
      if (event.anchorStart >= 0) anchor(state, event, value, before);
      return value;
    }
    case EVENT_ID.SEQUENCE: {
      checkTag(state, event, 'tag:yaml.org,2002:seq');
      const list = composeSequence(state);
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
      skipEvent(state);
      return composeAlias(state, event.anchorStart, event.anchorEnd);
    default:
      skipEvent(state);
      return null;
  }
}

/** Rejects infinity and NaN, which neither JSON nor kubectl can express. */
function requireFinite(state: Composition, value: Scalar, at: number): Scalar {
  if (typeof value === 'number' && !Number.isFinite(value)) throw stopAt(state, 'not-finite', toKey(value), at);
  return value;
}

/**
 * Collects the items on a shared stack. A list that grew item by item would keep its spare capacity, and there are many
 * short lists.
 */
function composeSequence(state: Composition): Json[] {
  const { items, itemCount: start } = state;
  skipEvent(state);
  while (typeAt(state.events, state.at) !== EVENT_ID.POP) {
    const item = composeNode(state);
    items[state.itemCount++] = item;
  }
  skipEvent(state);
  const list = items.slice(start, state.itemCount);
  state.itemCount = start;
  return list;
}

function composeMapping(state: Composition): JsonObject {
  const { events, at: mappingAt } = state;
  const object: JsonObject = {};
  let merged: Set<string> | undefined;
  skipEvent(state);
  while (typeAt(events, state.at) !== EVENT_ID.POP) {
    const keyAt = state.at;
    const key = composeKey(state, mappingAt);
    if (key === '<<' && styleAt(events, keyAt) === SCALAR_STYLE.PLAIN) {
      merged ??= new Set();
      merge(state, object, merged, keyAt);
      continue;
    }
    if (key === '__proto__') throw stopAt(state, 'reserved-key', key, keyAt);
    if (Object.hasOwn(object, key) && merged?.delete(key) !== true) throw stopAt(state, 'duplicate-key', key, keyAt);
    object[key] = composeNode(state);
  }
  skipEvent(state);
  return object;
}

/**
 * Merges the mappings after `<<` (the YAML 1.1 merge key, which kubectl supports). Earlier mappings take precedence
 * over later ones. kubectl merges at the position of the key, so that it replaces keys above it. YAML requires the
 * opposite. `merged`: keys that the mapping itself may still set.
 */
function merge(state: Composition, object: JsonObject, merged: Set<string>, keyAt: number): void {
  const found = new Set<string>();
  const { offset } = extentOf(eventAt(state.events, keyAt), state.source);
  for (const source of mergeSources(state, keyAt)) {
    for (const [key, value] of Object.entries(source)) {
      state.aliased++;
      if (found.has(key)) continue;
      found.add(key);
      if (!Object.hasOwn(object, key)) merged.add(key);
      else if (!merged.has(key) && object[key] !== value) state.replaced.push({ key, offset });
      object[key] = value;
    }
  }
}

/** Returns a key as in JSON. A problem with an empty key is located at its mapping. */
function composeKey(state: Composition, mappingAt: number): string {
  const keyAt = state.at;
  const value = isSlice(state.events, keyAt) && !state.isSeparated ? composeSlice(state) : composeUncommonKey(state);
  if (value !== null) {
    if (hasLateColon(state, keyAt)) throw stopAt(state, 'syntax', 'a key and its colon must be on one line', keyAt);
    return toKey(value);
  }
  const event = eventAt(state.events, keyAt);
  const isEmpty = event.type === EVENT_ID.SCALAR && event.valueStart < 0;
  throw stopAt(state, 'complex-key', '', isEmpty ? mappingAt : keyAt);
}

/**
 * Returns true if the colon of a key without `?` is on a later line. The parser accepts that in flow collections, but
 * kubectl does not.
 */
function hasLateColon({ source, events }: Composition, keyAt: number): boolean {
  const quote = styleAt(events, keyAt) === SCALAR_STYLE.PLAIN ? 0 : 1;
  const end = (events[keyAt + 2] ?? 0) + quote;
  if (source.charCodeAt(end) === CODE.colon) return false;
  LATE_COLON.lastIndex = end;
  if (!LATE_COLON.test(source)) return false;
  let before = (events[keyAt + 1] ?? 0) - quote - 1;
  while (/\s/.test(source.charAt(before))) before--;
  return source.charCodeAt(before) !== CODE.question;
}

const LATE_COLON = /[ \t]*(?:#[^\n\r]*)?[\n\r](?:[ \t\n\r]|#[^\n\r]*)*:/y;

function composeUncommonKey(state: Composition): Scalar {
  const keyAt = state.at;
  const event = eventAt(state.events, keyAt);
  if (event.type !== EVENT_ID.SCALAR) throw stopAt(state, 'complex-key', '', keyAt);
  // kubectl allows several lines only for a key after `?`. The parser also allows them in flow collections.
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  if (!isBlock && /[\n\r]/.test(state.source.slice(event.valueStart, event.valueEnd)))
    throw stopAt(state, 'syntax', 'a key must be on one line', keyAt);
  skipEvent(state);
  return composeScalar(state, event);
}

/** Returns the mappings after `<<`. */
function mergeSources(state: Composition, keyAt: number): JsonObject[] {
  const value = composeNode(state);
  const sources = Array.isArray(value) ? value : [value];
  return sources.map((source) => {
    if (source === null || typeof source !== 'object' || Array.isArray(source)) {
      throw stopAt(state, 'bad-merge', '', keyAt);
    }
    return source;
  });
}

function composeAlias(state: Composition, start: number, end: number): Json {
  const name = state.source.slice(start, end);
  const found = state.anchors?.get(name);
  const place = { offset: start - 1, length: end - start + 1 };
  if (!found) throw new Stop({ fact: 'unknown-alias', detail: name, ...place });
  state.size += found.size;
  state.aliased += found.size;
  if (state.aliased > state.mostAliased) throw new Stop({ fact: 'too-many-aliases', detail: name, ...place });
  return found.value;
}

function anchor(
  state: Composition,
  event: { anchorStart: number; anchorEnd: number },
  value: Json,
  before: number,
): void {
  const name = state.source.slice(event.anchorStart, event.anchorEnd);
  state.anchors ??= new Map();
  state.anchors.set(name, { value, size: state.size - before });
}

function checkTag(
  state: Composition,
  event: { tagStart: number; tagEnd: number; start: number },
  expected: string,
): void {
  if (event.tagStart < 0) return;
  const tag = state.source
    .slice(event.tagStart, event.tagEnd)
    .replace(/^!!/, 'tag:yaml.org,2002:')
    .replace(/^!<|>$/g, '');
  if (tag === expected) return;
  throw new Stop({ fact: 'unknown-tag', detail: tag, offset: event.tagStart, length: event.tagEnd - event.tagStart });
}
