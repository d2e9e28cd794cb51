import type { ManifestLocation } from './manifest.js';

/**
 * `error`: an API server with the CRDs would reject the object, or no valid output is possible. Nothing is emitted.
 * `rejected`: the API server accepts the object, and the live controllers reject a part, which is skipped.
 * `warning`: compiled, but suspicious. `info`: compiled, not a problem of the input, or set to `info` in weir.yaml.
 */
export type Severity = 'error' | 'rejected' | 'warning' | 'info';

/** All severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'rejected', 'warning', 'info'];

/** Severity override of findings that are not errors. `off`: they are only counted. */
export type FindingLevel = 'off' | 'info' | 'warning' | 'error';

/** The object of a diagnostic. `namespace` is '' for cluster-wide kinds. */
export interface ResourceName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Result of a message catalogue: everything that does not depend on the location. */
export interface Finding {
  /** `<kind>/<fact>` in words. Never reused for another fact. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  /** Scalar that fixes it without a decision, in place of the value or name at its location. */
  readonly replacement?: string | number | boolean;
  /** Pointers to further parts of its object that the finding is about, if its location is only the first. */
  readonly alsoAt?: readonly string[];
}

/** A change of a file's text: what stands at a place, which is in one line, becomes another text. */
export interface Edit {
  readonly at: Position;
  /** As it is written into the file, quotes included. */
  readonly text: string;
}

/** A place that a diagnostic points to: inside an object, at an offset of a file, or a file as a whole. */
export type Location =
  | ManifestLocation
  | { readonly path: string; readonly text: string; readonly offset: number; readonly length: number }
  | { readonly path: string };

/** A diagnostic as the phases report it, without its computed position. */
export interface Report extends Finding {
  readonly location: Location;
  readonly resource?: ResourceName;
  readonly related?: readonly RelatedLocation[];
  /** Path of an example packet: its outcome, then one stage per line. */
  readonly packetPath?: readonly string[];
}

/** A place that helps to understand a finding. */
export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
  /** True if a finding at that location is the cause of this one. It then comes first. */
  readonly isCause?: boolean;
}

/** `line` and `column` start at 1. `column` and `length` count UTF-16 code units. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A diagnostic with its position: what every output format renders. */
export interface Diagnostic extends Omit<Finding, 'replacement'> {
  /** Unset if the finding is about an input as a whole (a folder without manifests). */
  readonly at?: Position;
  /** Fix, if it takes no decision. */
  readonly edit?: Edit;
  /** The whole source line of `at`, without its line break. */
  readonly excerpt?: string;
  readonly pointer?: string;
  readonly resource?: ResourceName;
  /** Path of an example packet: its outcome, then one stage per line. */
  readonly packetPath?: readonly string[];
  readonly related: readonly {
    readonly message: string;
    readonly at: Position;
    readonly excerpt: string;
    readonly isCause?: boolean;
  }[];
}

/** Number of findings of a code that are not shown. */
export interface OmittedFindings {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** Findings of a run: those to show, in file order, and the number of the others, by code. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly omitted: readonly OmittedFindings[];
  /** Number of findings that the user ignored. If unset, none. */
  readonly ignoredFindings?: number;
}

/** Returns the finding with its effective severity, or undefined if it is ignored. */
export type FindingFilter = (report: Report) => Report | undefined;

/** Collects the findings of a phase. */
export type Reporter = (report: Report) => void;
