import type { Event } from 'js-yaml';
import type { PackedEvents, YamlProblem } from '../model/document.js';
import { scanDocument } from './block-scanner.js';
import { packDocuments, packEvents } from './events.js';
import { readAnyIndentation } from './flow-indentation.js';
import { EVENT_ID, SCALAR_STYLE, YAMLException, parseEvents } from './js-yaml.js';
import { findSeparator, findStrayCharacter, hasSpecialCharacters } from './special-characters.js';

/** Limits for hostile input. */
export const YAML_LIMITS = {
  /** Levels of mappings and sequences. */
  depth: 64,
  /** Characters of a scalar. An object in etcd has at most 1.5 MiB. */
  scalar: 1_048_576,
  /** Values that aliases add to a document. A long scalar counts as several. */
  aliased: 100_000,
} as const;

/** Returns the events of a text, or its syntax problem. */
export function parse(source: string): PackedEvents | YamlProblem {
  return scanDocument(source, 0, source.length) ?? parseAny(source);
}

/** Returns the events or the syntax problem of a text that the scanner does not support. */
export function parseAny(source: string): PackedEvents | YamlProblem {
  const found = readEvents(source);
  const events = 'fact' in found ? readAnyIndentation(source, found, readEvents) : found;
  if (!hasSpecialCharacters(source)) return 'fact' in events ? events : packEvents(events);
  if ('fact' in events) return findSeparator(source) ?? events;
  return findStrayCharacter(source, events) ?? packEvents(events);
}

/**
 * Returns the events of each range of a text that consists of these ranges. Offsets count from the start of the range.
 * Returns undefined if one of them is invalid, or is not exactly one document.
 */
export function parseTogether(
  source: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): readonly PackedEvents[] | undefined {
  const events = hasSpecialCharacters(source) ? undefined : readEvents(source);
  return events === undefined || 'fact' in events ? undefined : packDocuments(events, ranges);
}

function readEvents(source: string): readonly Event[] | YamlProblem {
  try {
    // The parser counts the document as a level.
    return parseEvents(source, { maxDepth: YAML_LIMITS.depth + 1 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const offset = error.mark?.position ?? 0;
    const fact = error.reason.startsWith('nesting exceeded') ? 'too-deep' : 'syntax';
    return { fact, detail: error.reason, offset: Math.min(offset, source.length), length: 1 };
  }
}

/** Returns the extent of the text of an event, including quotes. For a collection, it is the first character. */
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
