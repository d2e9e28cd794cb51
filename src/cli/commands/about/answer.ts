/** An answer about a subject: lines of text, and data for `--format json`. */
export interface SubjectAnswer {
  readonly lines: readonly string[];
  readonly data: object;
  /** Notes about the whole answer, for standard error. */
  readonly remarks?: readonly string[];
}
