import type { Chunks } from '../std/byte-writer.js';
import type { Cause } from './intent/cause.js';
import type { JsonObject } from '../std/json.js';

/** A file of the output folder. */
export interface Artefact {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly content: Chunks;
  /** `<kind> <namespace>/<name>` of the resources it comes from, sorted. */
  readonly sources: readonly string[];
  /** How many things of each sort it holds (rows by table, patches by kind). */
  readonly counts: Readonly<Record<string, number>>;
}

/** An object to apply, and the resources that ask for it, of which there is at least one. */
export interface ManifestObject {
  readonly object: JsonObject;
  readonly causes: readonly [Cause, ...Cause[]];
}
