/**
 * The events of a YAML text as integers, which take a tenth of the memory of objects.
 *
 * An event is a word (its type in the lowest three bits, then style, chomping and two flags) and its offsets. Documents
 * and ends have no offset, collections have the start, scalars and aliases have start and end. If the flag PROPERTIES
 * is set, the start and end of anchor and tag and the indentation follow.
 */
export type PackedEvents = Int32Array;

/** Problem of a document, at an offset of its source. */
export interface YamlProblem {
  readonly fact:
    | 'syntax'
    | 'too-deep'
    | 'duplicate-key'
    | 'reserved-key'
    | 'complex-key'
    | 'unknown-tag'
    | 'unknown-alias'
    | 'too-many-aliases'
    | 'scalar-too-long'
    | 'bad-merge'
    | 'not-finite'
    | 'wrong-tag'
    | 'bad-base64'
    | 'line-separator'
    | 'control-character'
    | 'directive'
    | 'bad-marker'
    | 'after-end'
    | 'not-json';
  readonly detail: string;
  readonly offset: number;
  readonly length: number;
}

/** The part of a text that can be parsed on its own, by its offsets. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
  /** True if kubectl reads the range as JSON: a file that starts with a brace. */
  readonly isJson?: true;
  /** True for the first range after a JSON object and a marker. kubectl stops there with an error. */
  readonly isBehindJson?: true;
  /** Reason why kubectl rejects the range, regardless of its content. */
  readonly problem?: YamlProblem;
}

/** A range with its events, or the problem that stopped the parser. */
export interface ParsedDocument extends DocumentRange {
  readonly events: PackedEvents | YamlProblem;
}
