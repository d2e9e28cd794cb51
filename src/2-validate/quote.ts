const LONGEST = 80;
/** Controls, invisible format characters, line separators and lone surrogates: what could deceive a reader. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text of the input in single quotes for a message: cut to 80 characters, unprintable characters as `\u{…}`. */
export function quote(text: string): string {
  // Each character takes at most two code units, so that a huge text is never split as a whole.
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const shown = characters.slice(0, LONGEST).join('');
  const escaped = shown.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return `'${escaped}${characters.length > LONGEST ? '…' : ''}'`;
}

/** A value of the input with the article and name of its type: `the number 3`, `a list`, `null`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  return 'an object';
}

/** A scalar of the input as a message shows it, without naming its type. */
export function showValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : describeValue(value).replace(/^the \w+ /, '');
}
