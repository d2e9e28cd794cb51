/** The value of a scalar. */
export type Scalar = string | number | boolean | null;

/** Spellings of numbers that JSON lacks, with the text that kubectl uses for them as keys. */
const NOT_FINITE = new Map([
  [Infinity, { key: '.inf', words: ['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'] }],
  [-Infinity, { key: '-.inf', words: ['-.inf', '-.Inf', '-.INF'] }],
  [NaN, { key: '.nan', words: ['.nan', '.NaN', '.NAN'] }],
]);

/**
 * Words that kubectl's YAML parser (YAML 1.1) does not read as strings. YAML 1.2 knows only the spellings in
 * `CORE_WORDS`.
 */
const WORDS = new Map<string, Scalar>([
  ...spell(null, ['', '~', 'null', 'Null', 'NULL']),
  ...spell(true, ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']),
  ...spell(false, ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']),
  ...Array.from(NOT_FINITE, ([value, { words }]) => spell(value, words)).flat(),
]);
const LONGEST_WORD = 5;
const CORE_WORDS = new Set([
  ...['', '~', 'null', 'Null', 'NULL', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE'],
  ...Array.from(NOT_FINITE.values(), ({ words }) => words).flat(),
]);

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)$/;
/**
 * Limits of integers, which have 64 bits, signed or unsigned. A larger number is read as a float if its notation allows
 * it.
 */
const LARGEST = 2 ** 64;
const SMALLEST = -(2 ** 63);
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function spell(value: Scalar, words: readonly string[]): [string, Scalar][] {
  return words.map((word) => [word, value]);
}

/** The value of a plain scalar. `ambiguous`: true if YAML 1.1 and 1.2 read it differently. */
export interface PlainValue {
  readonly value: Scalar;
  readonly ambiguous: boolean;
}

/**
 * Returns true if the text may be anything but a string. The first character decides for most scalars. No number has a
 * slash, a colon or a second dot, as most addresses, networks and times have.
 */
export function mayBeTyped(text: string): boolean {
  const first = text.charCodeAt(0);
  if (text.length === 0) return true;
  if (first < 43 || first > 57) return text.length <= LONGEST_WORD && WORDS.has(text);
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH || code === COLON || (code === DOT && ++dots > 1)) return false;
  }
  return true;
}

const DOT = 46;
const SLASH = 47;
const COLON = 58;

/**
 * Reads a plain scalar as kubectl does: words of YAML 1.1, octal `0777`, `0b`, `0x` and `_` in numbers. Dates stay
 * strings.
 */
export function readPlain(text: string): PlainValue {
  const decimal = readDecimal(text);
  if (decimal !== undefined) return { value: decimal, ambiguous: false };
  const value = readYaml11(text);
  // YAML 1.1 allows an exponent only after a decimal point, and no `0o`. kubectl and YAML 1.2 support both.
  const isNewer = typeof value === 'number' && /^(?:[^.xX]*[eE]|0o)/.test(text);
  return { value, ambiguous: isNewer || !Object.is(value, readYaml12(text)) };
}

/**
 * Returns the number of a text of digits without a leading zero, which all versions of YAML read alike. Returns
 * undefined for any other text.
 */
function readDecimal(text: string): number | undefined {
  if (text.length === 0 || text.length > MAX_DIGITS || text.charCodeAt(0) === ZERO) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

const ZERO = 48;
/** Maximum digits of a number that is exact as a double. */
const MAX_DIGITS = 15;

/** Returns true if kubectl reads a text as an integer and not as a float. */
export function isInteger(text: string): boolean {
  const digits = dropUnderscores(text);
  if (!INTEGER.test(digits)) return false;
  const value = parseInteger(digits);
  return value >= SMALLEST && value <= LARGEST;
}

/** Returns a value as a key of a JSON object: `1:` and `on:` become the strings `1` and `true`. */
export function toKey(value: Exclude<Scalar, null>): string {
  return (typeof value === 'number' ? NOT_FINITE.get(value)?.key : undefined) ?? String(value);
}

function readYaml11(text: string): Scalar {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  if (first < 43 || first > 57) return text;
  const digits = dropUnderscores(text);
  if (INTEGER.test(digits)) {
    const value = parseInteger(digits);
    if (Math.abs(value) < LARGEST) return value;
  }
  const value = FLOAT.test(digits) ? Number(digits) : Infinity;
  return Number.isFinite(value) ? value : text;
}

/** Removes underscores from a number. kubectl's parser does so only if it starts with a digit or a sign. */
function dropUnderscores(text: string): string {
  return text.startsWith('.') ? text : text.replaceAll('_', '');
}

/** Reads a plain scalar by the core schema of YAML 1.2.2 §10.3. */
function readYaml12(text: string): Scalar {
  if (CORE_WORDS.has(text)) return WORDS.get(text) ?? null;
  const isNumber = /^[-+]?[0-9]+$|^0o[0-7]+$|^0x[0-9a-fA-F]+$/.test(text) || FLOAT.test(text);
  return isNumber ? Number(text) : text;
}

function parseInteger(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '').toLowerCase();
  if (/^0[xob]/.test(digits)) return sign * Number(digits);
  return sign * (digits.length > 1 && digits.startsWith('0') ? parseInt(digits, 8) : Number(digits));
}
