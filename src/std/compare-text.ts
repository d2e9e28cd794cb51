/** Orders texts by their UTF-16 code units, as `sort` does without a function: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
