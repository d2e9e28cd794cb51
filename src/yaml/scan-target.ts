/** A scalar in quotes or on one line. */
export interface PassedScalar {
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly style: number;
  /** True if the value is the text itself. */
  readonly isSlice: boolean;
}

/**
 * Receives the parts of a document in order while it is scanned, and makes events or values of them. Offsets are those
 * of the text.
 */
export interface ScanTarget {
  readonly begin: (isSequence: boolean, start: number) => void;
  /** Ends the innermost collection. */
  readonly end: () => void;
  /** Adds a key to the innermost mapping. */
  readonly key: (scalar: PassedScalar) => void;
  readonly value: (scalar: PassedScalar) => void;
  /** Adds an empty value. */
  readonly empty: () => void;
  /** Adds a block scalar whose lines are indented by `indent`. */
  readonly block: (start: number, end: number, style: number, chomping: number, indent: number) => void;
}
