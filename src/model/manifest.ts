import type { ParsedDocument } from './document.js';
import type { JsonObject } from '../std/json.js';

/** One text that was read. `path` is relative to the repository and uses `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** `inventory` if only `inventory` of weir.yaml names the file. Its custom resources are observed, not compiled. */
  readonly role?: 'inventory';
  /** The namespace of its objects that name none, as `kubectl --namespace` has it. */
  readonly namespace?: string;
  /** Values of parameters of OpenShift Templates in it. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** True if a glob for all files matched it, so that it may not contain manifests. */
  readonly isGuess?: boolean;
  /** Location of the source of a part of this text, if a tool has rendered it. */
  readonly trace?: LocateSource;
  /** Parsed documents of the text, if it has been parsed already. */
  readonly documents?: readonly ParsedDocument[];
  /** The object of an API server that the text is rendered from. Then only findings read the text, which has no comments. */
  readonly object?: JsonObject;
}

/** Returns the source location of a part of a rendered text, or undefined if unknown. */
export type LocateSource = (
  offset: number,
  length: number,
) => { readonly path: string; readonly text: string; readonly offset: number; readonly length: number } | undefined;

/**
 * Location of an object: the document `text.slice(start, end)` of a file, and the JSON pointer of the object in it. ''
 * is the document itself, '/items/3' the fourth item of a List. Positions of single values are computed on demand
 * (`yaml/locate.ts`), because only diagnostics need them.
 */
export interface Origin {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly pointer: string;
  /** Returns the pointer in the text for a pointer in the object, if the object was changed after it was read. */
  readonly toWritten?: (pointer: string) => string;
}

/** One Kubernetes object as it was written, not yet validated beyond these four fields. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  /** '' for objects of cluster-wide kinds. */
  readonly namespace: string;
  readonly name: string;
  readonly object: JsonObject;
  readonly origin: Origin;
}

/**
 * A location in an object: its origin and a JSON pointer (RFC 6901) relative to the object. `part: 'key'` means the name of
 * the field instead of its value. A pointer to a field that is not there means the innermost value that is.
 */
export interface ManifestLocation {
  readonly origin: Origin;
  readonly pointer: string;
  readonly part?: 'key';
}
