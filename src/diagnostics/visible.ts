/**
 * Characters that steer a terminal, reorder text or cannot be seen: controls, formatting characters such as the
 * bidirectional overrides, line and paragraph separators, halves of surrogate pairs.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Returns true if a character (one code point) must not reach a terminal as it is. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** Returns the visible escape of one character: `\n`, `\x1b`, `\u{202e}`. */
export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return SHORT_ESCAPES.get(character) ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
}

/** Replaces everything in a text that a terminal would obey, or not show, by visible escapes. */
export function makeVisible(text: string): string {
  return text.replace(ALL_INVISIBLE, escapeCharacter);
}

/** Characters of one text that are shown: more than any message of ours has. */
const MAX_CHARACTERS = 2000;

/** Returns a text that is no longer than a person reads; one that is longer says how much is left out. */
export function boundText(text: string): string {
  const left = text.length - MAX_CHARACTERS;
  return left <= 0 ? text : `${text.slice(0, MAX_CHARACTERS)}… (${left} more characters)`;
}

/** One line of a text that may come from anywhere, as it is shown to a person: bounded, and with nothing invisible. */
export function showText(text: string): string {
  return makeVisible(boundText(text));
}

/** The same for JSON text that is already serialised: JSON's own escapes, so that it still parses to the same value. */
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
