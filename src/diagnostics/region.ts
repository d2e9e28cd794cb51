import type { Position } from '../model/diagnostic.js';

/**
 * Returns the column after the last marked character of a position's first line, as in SARIF 2.1.0 §3.30.8 (the first
 * column is 1). Without the source line, the length is not limited to the line.
 */
export function endColumnOf({ column, length }: Position, line: string | undefined): number {
  const end = column + Math.max(length, 1);
  return line === undefined ? end : Math.max(column, Math.min(end, line.length + 1));
}
