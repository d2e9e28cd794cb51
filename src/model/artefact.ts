import type { Chunks } from '../text/byte-writer.js';

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
