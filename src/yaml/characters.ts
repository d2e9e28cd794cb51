/** Characters that mean something in YAML (YAML 1.2 §5.3), by their codes. */
export const CODE = {
  lineFeed: 10,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  percent: 37,
  quote: 39,
  plus: 43,
  comma: 44,
  dash: 45,
  dot: 46,
  colon: 58,
  question: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  lowerU: 117,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
  greater: 62,
} as const;

/** Returns a table that holds 1 at the code of each of some characters of ASCII, and 0 at all others of it. */
export function markCodes(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Returns true if a text that ends at `end` has a blank, a line break or its end at an offset. */
export function isBlankAt(text: string, at: number, end: number): boolean {
  if (at >= end) return true;
  const code = text.charCodeAt(at);
  return code === CODE.space || code === CODE.lineFeed;
}

/** Where the line of an offset ends: at its line feed, or at `end`. */
export function findLineEnd(text: string, at: number, end: number): number {
  let position = at;
  while (position < end && text.charCodeAt(position) !== CODE.lineFeed) position++;
  return position;
}

/** Where the spaces end that start at an offset. */
export function skipSpaces(text: string, at: number, end: number): number {
  let position = at;
  while (position < end && text.charCodeAt(position) === CODE.space) position++;
  return position;
}
