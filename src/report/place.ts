/** A place in a file. */
export interface ReportPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
