/** A scalar in quotes or on one line. */
export interface PassedScalar {
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly style: number;
  /** Its value is its text. */
  readonly isSlice: boolean;
}

/**
 * What takes the parts of a document as a scan passes them, in their order: events, or the values themselves. Offsets are
 * those of the text. A scan that ends in failure leaves a target that nobody may use.
 */
export interface ScanTarget {
  readonly begin: (isSequence: boolean, start: number) => void;
  /** Ends the innermost collection. */
  readonly end: () => void;
  /** A key of the innermost mapping. */
  readonly key: (scalar: PassedScalar) => void;
  readonly value: (scalar: PassedScalar) => void;
  /** A value that is not there. */
  readonly empty: () => void;
  /** A block scalar whose lines are indented by `indent`. */
  readonly block: (start: number, end: number, style: number, chomping: number, indent: number) => void;
}
