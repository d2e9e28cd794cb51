/** Class: can start an identifier. */
export const ID = 1;
export const DIGIT = 2;
export const HEX = 4;
export const SPACE = 8;
/** Class: can be part of a number or an address. */
export const ALPHANUMERIC = 16;

/** Classes by code unit plus one, so that the end of a text has a class, too. */
const classes = new Uint8Array(129);

function mark(characters: string, bits: number): void {
  for (const character of characters) {
    const index = character.charCodeAt(0) + 1;
    classes[index] = (classes[index] ?? 0) | bits;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
mark(LETTERS + LETTERS.toUpperCase(), ID | ALPHANUMERIC);
mark('_.', ID);
mark('0123456789', DIGIT | HEX | ALPHANUMERIC);
mark('abcdefABCDEF', HEX);
mark(' \t\n\r\v\f', SPACE);

/**
 * Returns the code unit at an offset, or -1 at the end of the text. Reading past the end would turn all codes into
 * floats.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

/** Returns the classes of a code unit or -1, as a sum of the constants of this file. */
export function classOf(code: number): number {
  return code < 128 ? (classes[code + 1] ?? 0) : 0;
}

/** Returns the value of a valid hexadecimal digit. */
export function hexValue(code: number): number {
  return code < 58 ? code - 48 : (code & 15) + 9;
}

/** Returns the number of bits of a number from 0 to 2^32-1. */
export function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}
