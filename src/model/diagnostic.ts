import type { ManifestLocation } from './manifest.js';

/**
 * `error`: an API server with the CRDs would refuse the object, or no sound output is left: nothing is emitted.
 * `rejected`: the API server takes it, the live controllers refuse it: that part is left out, the rest compiles.
 * `warning`: compiled, but suspicious. `info`: compiled, a fact to know, or what weir.yaml sets to `info`.
 */
export type Severity = 'error' | 'rejected' | 'warning' | 'info';

/** All severities, the gravest first. */
export const SEVERITIES: readonly Severity[] = ['error', 'rejected', 'warning', 'info'];

/** How findings that are no errors may be made to count; `off`: they are only counted. */
export type FindingLevel = 'off' | 'info' | 'warning' | 'error';

/** The object a diagnostic speaks of. `namespace` is '' for cluster-wide kinds. */
export interface ResourceName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a message catalogue makes: everything that does not depend on the place. */
export interface Finding {
  /** `<kind>/<fact>` in words; never reused for another fact. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  /** What fixes it without a decision: the scalar that is to stand at its place, in the place of the value or the name there. */
  readonly replacement?: string | number | boolean;
  /** Pointers to what else in its object the finding is about, where it speaks of several places at the first of them. */
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

/** A diagnostic as the phases report it; its position is not computed yet. */
export interface Report extends Finding {
  readonly location: Location;
  readonly resource?: ResourceName;
  readonly related?: readonly RelatedLocation[];
  /** What becomes of a packet that shows the finding: how it ends, then a stage a line. */
  readonly packetPath?: readonly string[];
}

/** A place that helps to understand a finding. */
export interface RelatedLocation {
  readonly message: string;
  readonly location: Location;
  /** True if a finding at that place is the cause of this one: it comes before it. */
  readonly isCause?: boolean;
}

/** `line` and `column` start at 1; `column` and `length` count UTF-16 code units. */
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
  /** What fixes it, where that takes no decision. */
  readonly edit?: Edit;
  /** The whole source line of `at`, without its line break. */
  readonly excerpt?: string;
  readonly pointer?: string;
  readonly resource?: ResourceName;
  /** What becomes of a packet that shows the finding: how it ends, then a stage a line. */
  readonly packetPath?: readonly string[];
  readonly related: readonly {
    readonly message: string;
    readonly at: Position;
    readonly excerpt: string;
    readonly isCause?: boolean;
  }[];
}

/** How many findings of a code are not among those that are shown. */
export interface OmittedFindings {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** What a run has found: the findings to show, in file order, and how many more there are, by code. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly omitted: readonly OmittedFindings[];
  /** How many findings are ignored, because somebody said so. If unset, none. */
  readonly ignoredFindings?: number;
}

/** What becomes of a finding: the finding as it counts, or undefined if it is ignored. */
export type FindingFilter = (report: Report) => Report | undefined;

/** Collects the findings of a phase. */
export type Reporter = (report: Report) => void;
