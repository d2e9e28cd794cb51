import type { Position } from '../model/diagnostic.js';

/**
 * Returns the column after the last marked character of a position's first line (1 is the first column), as SARIF 2.1.0
 * §3.30.8 counts it. Without the source line the length is taken as it is.
 */
export function endColumnOf({ column, length }: Position, line: string | undefined): number {
  const end = column + Math.max(length, 1);
  return line === undefined ? end : Math.max(column, Math.min(end, line.length + 1));
}
