/**
 * Characters that control a terminal, reorder text or are invisible. They are controls, formatting characters such as
 * the bidirectional overrides, line and paragraph separators, and halves of surrogate pairs.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Returns true if a character (one code point) must be escaped for a terminal. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** Returns the visible escape of one character: `\n`, `\x1b`, `\u{202e}`. */
export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return SHORT_ESCAPES.get(character) ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
}

/** Replaces invisible and control characters of a text by visible escapes. */
export function makeVisible(text: string): string {
  return text.replace(ALL_INVISIBLE, escapeCharacter);
}

/** Maximum characters of a text that are shown. All messages of Weir are shorter. */
const MAX_CHARACTERS = 2000;

/** Returns a text with bounded length. A longer text is cut, with the number of the other characters. */
export function boundText(text: string): string {
  const left = text.length - MAX_CHARACTERS;
  return left <= 0 ? text : `${text.slice(0, MAX_CHARACTERS)}… (${left} more characters)`;
}

/** Returns one line of untrusted text for display: bounded, with invisible characters escaped. */
export function showText(text: string): string {
  return makeVisible(boundText(text));
}

/** Escapes invisible characters of serialised JSON by JSON's own escapes, so that it parses to the same value. */
export function makeJsonVisible(json: string): string {
  return json.replace(ALL_INVISIBLE, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, index) => escapeCodeUnit(character.charCodeAt(index))).join(''),
  );
}

function escapeCodeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
