const LONGEST = 80;
/** Controls, invisible format characters, line separators and lone surrogates: what could deceive a reader. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Returns a text of the input in single quotes for a message, cut to 80 characters, with unprintable characters as
 * `\u{…}`.
 */
export function quote(text: string): string {
  // Each character takes at most two code units, so that a huge text is never split as a whole.
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const shown = characters.slice(0, LONGEST).join('');
  const escaped = shown.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return `'${escaped}${characters.length > LONGEST ? '…' : ''}'`;
}
