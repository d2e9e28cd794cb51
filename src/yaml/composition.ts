import type { PackedEvents, YamlProblem } from '../model/document.js';
import { eventAt, indexAfter } from './events.js';
import { extentOf } from './parse.js';
import type { Json } from '../std/json.js';

/** A plain scalar that YAML 1.1 and 1.2 read differently. */
export interface AmbiguousScalar {
  readonly text: string;
  readonly value: Json;
  readonly offset: number;
}

/** A key that a merge key below it replaces for kubectl, but not by YAML's own rule; `offset` is that of the `<<`. */
export interface ReplacedKey {
  readonly key: string;
  readonly offset: number;
}

/** What stands behind an anchor; `size` counts its values. */
interface Anchored {
  readonly value: Json;
  readonly size: number;
}

/** How far a composition has come. */
export interface Composition {
  readonly source: string;
  readonly events: PackedEvents;
  /** True if quoted scalars may have line separators of YAML 1.1 in them. */
  readonly isSeparated: boolean;
  readonly ambiguous: AmbiguousScalar[];
  readonly replaced: ReplacedKey[];
  /** The items so far of the lists that are being composed, one list behind the other; behind `itemCount` what was there before. */
  readonly items: Json[];
  itemCount: number;
  /** Those of the current document; absent before the first. */
  anchors: Map<string, Anchored> | undefined;
  /** Values that aliases may add. */
  readonly mostAliased: number;
  /** The index of the current event. */
  at: number;
  /** Values composed so far, with those behind aliases counted again. */
  size: number;
  aliased: number;
}

/** Unwinds the composer, and never leaves it. */
export class Stop extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.fact);
  }
}

/** Goes on to the next event. */
export function skipEvent(state: Composition): void {
  state.at = indexAfter(state.events, state.at);
}

/** Returns the problem of the event at an index. */
export function stopAt(state: Composition, fact: YamlProblem['fact'], detail: string, at: number): Stop {
  const { offset, length } = extentOf(eventAt(state.events, at), state.source);
  return new Stop({ fact, detail, offset, length });
}
