import type { ManifestLocation, Origin } from '../model/manifest.js';
import type { PackedEvents } from '../model/document.js';
import { eventAt, indexAfter, typeAt } from './events.js';
import { EVENT_ID, getScalarValue } from './js-yaml.js';
import { extentOf, parse } from './parse.js';

/** A range of a file's text. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** The extent at which a location is shown. */
export interface LocatedExtent extends Extent {
  /** True if the extent is the scalar or field name of the location itself, not an enclosing node. */
  readonly isExact: boolean;
}

/** The requested pointers of one document, as a tree of their parts. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  value?: Extent;
  isCollection?: boolean;
  key?: Extent;
}

/**
 * Returns the extents of values in their files, one for each location, in the same order. Parses each document again,
 * once, because only few values of few documents are located.
 */
export function locate(places: readonly ManifestLocation[]): LocatedExtent[] {
  // Keyed by object: the two sides of a comparison can have files with the same path.
  const files = new Map<Origin['file'], Map<number, { origin: Origin; root: Wanted }>>();
  const paths = places.map((place) => {
    const { file, start } = place.origin;
    const documents = files.get(file) ?? new Map<number, { origin: Origin; root: Wanted }>();
    files.set(file, documents);
    const document = documents.get(start) ?? { origin: place.origin, root: { children: new Map() } };
    documents.set(start, document);
    return descend(document.root, partsOf(place));
  });
  for (const documents of files.values()) {
    for (const { origin, root } of documents.values()) fill(origin, root);
  }
  return places.map((place, index) => extentAt(paths[index] ?? [], place));
}

/** Returns the extents of values of one document. */
export type Locator = (place: ManifestLocation) => LocatedExtent;

/**
 * Creates a locator for single requests, like `locate`. The document of `origin` is parsed once and kept as a whole.
 */
export function createLocator(origin: Origin): Locator {
  const root: Wanted = { children: new Map() };
  fill(origin, root, true);
  return (place) => extentAt(follow(root, partsOf(place)), place);
}

/**
 * Returns the nodes from the root to the end of a pointer. After the last existing node, one empty node stands for the
 * missing part.
 */
function follow(root: Wanted, parts: readonly string[]): Wanted[] {
  const path = [root];
  for (const part of parts) {
    const child = path.at(-1)?.children.get(part);
    path.push(child ?? { children: new Map() });
    if (!child) break;
  }
  return path;
}

/** Returns the parts of the pointer of a location in the text of its file. */
function partsOf({ origin, pointer }: ManifestLocation): string[] {
  return splitPointer(origin.pointer + (origin.toWritten?.(pointer) ?? pointer));
}

/** Returns the parts of a JSON pointer, unescaped (RFC 6901 §4). */
export function splitPointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns a JSON pointer part with `~` and `/` escaped (RFC 6901 §3). */
export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the pointer of an annotation of an object. */
export function annotationPointer(name: string): string {
  return `/metadata/annotations/${escapePointer(name)}`;
}

/** Returns the nodes from the root to the end of a pointer, and adds missing ones. */
function descend(root: Wanted, parts: readonly string[]): Wanted[] {
  const path = [root];
  let node = root;
  for (const part of parts) {
    let child = node.children.get(part);
    if (!child) {
      child = { children: new Map() };
      node.children.set(part, child);
    }
    path.push(child);
    node = child;
  }
  return path;
}

/** Returns the extent of the innermost existing node. A collection, or a value without text, is shown by its key. */
function extentAt(path: readonly Wanted[], { origin, part }: ManifestLocation): LocatedExtent {
  const found = path.findLast((node) => node.value ?? node.key);
  const byKey = found?.isCollection === true || (found === path.at(-1) && part === 'key');
  const extent = byKey ? (found?.key ?? found?.value) : (found?.value ?? found?.key);
  if (!extent) return { offset: origin.start, length: 1, isExact: false };
  const meant = part === 'key' ? found?.key : found?.isCollection === true ? undefined : found?.value;
  return { offset: extent.offset, length: extent.length, isExact: found === path.at(-1) && extent === meant };
}

function fill(origin: Origin, root: Wanted, isWhole = false): void {
  const source = origin.file.text.slice(origin.start, origin.end);
  const events = parse(source);
  if ('fact' in events) return;
  walk(events, indexAfter(events, 0), root, undefined, { source, base: origin.start, isWhole });
}

interface Text {
  readonly source: string;
  readonly base: number;
  /** True if all nodes are requested. */
  readonly isWhole: boolean;
}

/** Visits the node at an index and returns the index after it. Skips subtrees that are not requested. */
function walk(
  events: PackedEvents,
  at: number,
  wanted: Wanted | undefined,
  key: Extent | undefined,
  text: Text,
): number {
  if (!wanted) return skip(events, at);
  const event = eventAt(events, at);
  if (event.type !== EVENT_ID.SCALAR || event.valueStart >= 0) {
    wanted.value = shift(extentOf(event, text.source), text.base);
  }
  wanted.isCollection = event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING;
  if (key) wanted.key = key;
  let next = indexAfter(events, at);
  if (event.type === EVENT_ID.SEQUENCE) {
    for (let index = 0; typeAt(events, next) !== EVENT_ID.POP; index++) {
      next = walk(events, next, childOf(wanted, String(index), text), undefined, text);
    }
    return indexAfter(events, next);
  }
  if (event.type === EVENT_ID.MAPPING) {
    while (typeAt(events, next) !== EVENT_ID.POP) {
      const keyEvent = eventAt(events, next);
      const name = keyEvent.type === EVENT_ID.SCALAR ? getScalarValue(text.source, keyEvent) : '';
      const child = childOf(wanted, name, text);
      const keyExtent = child && shift(extentOf(keyEvent, text.source), text.base);
      next = walk(events, indexAfter(events, next), child, keyExtent, text);
    }
    return indexAfter(events, next);
  }
  return next;
}

function childOf(wanted: Wanted, name: string, { isWhole }: Text): Wanted | undefined {
  const known = wanted.children.get(name);
  if (known || !isWhole) return known;
  const child: Wanted = { children: new Map() };
  wanted.children.set(name, child);
  return child;
}

function skip(events: PackedEvents, at: number): number {
  let depth = 0;
  let next = at;
  do {
    const type = typeAt(events, next);
    if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) depth++;
    else if (type === EVENT_ID.POP) depth--;
    next = indexAfter(events, next);
  } while (depth > 0 && next < events.length);
  return next;
}

function shift({ offset, length }: Extent, base: number): Extent {
  return { offset: offset + base, length };
}
