/** Codes of characters with a meaning in YAML (YAML 1.2 §5.3). */
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

/** Returns a table of the ASCII codes: 1 for the given characters, else 0. */
export function markCodes(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Returns true if a text has a space, a line feed or its end (`end`) at an offset. */
export function isBlankAt(text: string, at: number, end: number): boolean {
  if (at >= end) return true;
  const code = text.charCodeAt(at);
  return code === CODE.space || code === CODE.lineFeed;
}

/** Returns the offset at which a line ends: that of its line feed, or `end`. */
export function findLineEnd(text: string, at: number, end: number): number {
  let position = at;
  while (position < end && text.charCodeAt(position) !== CODE.lineFeed) position++;
  return position;
}

/** Returns the offset at which the spaces from an offset end. */
export function skipSpaces(text: string, at: number, end: number): number {
  let position = at;
  while (position < end && text.charCodeAt(position) === CODE.space) position++;
  return position;
}
