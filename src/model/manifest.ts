import type { ParsedDocument } from './document.js';
import type { JsonObject } from '../std/json.js';

/** One text that was read. `path` is relative to the repository and uses `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** `inventory` where only `inventory` of weir.yaml names the file: custom resources in it are observed, not compiled. */
  readonly role?: 'inventory';
  /** The namespace of its objects that name none, as `kubectl --namespace` has it. */
  readonly namespace?: string;
  /** Values of parameters of OpenShift Templates in it. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** True if nobody has said that it holds manifests: it was found by a glob for all files. */
  readonly isGuess?: boolean;
  /** Of a text that a tool has rendered: where a part of it comes from. */
  readonly trace?: LocateSource;
  /** What the text parses to, where somebody has parsed it already. */
  readonly documents?: readonly ParsedDocument[];
}

/** Finds the place that a part of a rendered text was made of, or undefined if that cannot be told. */
export type LocateSource = (
  offset: number,
  length: number,
) => { readonly path: string; readonly text: string; readonly offset: number; readonly length: number } | undefined;

/**
 * Where an object was written: the document `text.slice(start, end)` of a file, and inside it the JSON pointer of the
 * object ('' for the document itself, '/items/3' for the fourth item of a List). Positions of single values are found
 * from it on demand (`yaml/locate.ts`), because only diagnostics need them.
 */
export interface Origin {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly pointer: string;
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
