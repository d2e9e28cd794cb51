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
  /** Number of things by sort: rows by table, patches by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The owner of files that an applier reads: a zone, a node, or the API objects of the cluster. */
export interface FileOwner {
  readonly role: 'zone' | 'node' | 'cluster';
  /** '' for the cluster. */
  readonly name: string;
}

/** Entry of an artefact in the index. */
export interface IndexedArtefact extends Pick<Artefact, 'path' | 'counts' | 'sources'> {
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** Number of further sources. */
  readonly moreSources?: number;
}

/** An artefact, or what the index says of one that is stored already. */
export type MadeArtefact = Artefact | IndexedArtefact;

/**
 * Stores an artefact as soon as it is made, and gives what stays of it in memory. The content is not valid after the call: its
 * place is that of the next one.
 */
export type StoreArtefact = (artefact: Artefact) => IndexedArtefact;

/** An object to apply, and the resources that ask for it, of which there is at least one. */
export interface ManifestObject {
  readonly object: JsonObject;
  readonly causes: readonly [Cause, ...Cause[]];
}
