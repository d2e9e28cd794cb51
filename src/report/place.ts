/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
