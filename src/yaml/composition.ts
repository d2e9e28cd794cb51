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

/** A key that a later merge key replaces in kubectl, but not by the rules of YAML. `offset` is that of the `<<`. */
export interface ReplacedKey {
  readonly key: string;
  readonly offset: number;
}

/** The value of an anchor. `size` is its number of values. */
interface Anchored {
  readonly value: Json;
  readonly size: number;
}

/** State of a composition. */
export interface Composition {
  readonly source: string;
  readonly events: PackedEvents;
  /** True if quoted scalars may contain line separators of YAML 1.1. */
  readonly isSeparated: boolean;
  readonly ambiguous: AmbiguousScalar[];
  readonly replaced: ReplacedKey[];
  /** Items of all open lists, one list after the other. Entries from `itemCount` on are unused. */
  readonly items: Json[];
  itemCount: number;
  /** Anchors of the current document. Unset before the first one. */
  anchors: Map<string, Anchored> | undefined;
  /** Maximum values that aliases may add. */
  readonly mostAliased: number;
  /** Index of the current event. */
  at: number;
  /** Values composed so far, including repetitions by aliases. */
  size: number;
  aliased: number;
}

/** Stops the composer, which catches it. */
export class Stop extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.fact);
  }
}

/** Advances to the next event. */
export function skipEvent(state: Composition): void {
  state.at = indexAfter(state.events, state.at);
}

/** Returns an error with a problem at the event of an index. */
export function stopAt(state: Composition, fact: YamlProblem['fact'], detail: string, at: number): Stop {
  const { offset, length } = extentOf(eventAt(state.events, at), state.source);
  return new Stop({ fact, detail, offset, length });
}
