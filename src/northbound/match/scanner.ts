import { classOf, codeAt, DIGIT, HEX, ID, SPACE } from './characters.js';
import { applyMask } from './mask.js';
import { type NumberShape, readNumber } from './number.js';
import { isEscaped } from './string.js';
import {
  ADDRESS_SET,
  AND,
  ASSIGN,
  COMMA,
  ELLIPSIS,
  END,
  EQ,
  GT,
  IDENTIFIER,
  LT,
  NE,
  NOT,
  NUMBER,
  OPEN,
  OR,
  OTHER,
  PORT_GROUP,
  STRING,
} from './tokens.js';

/** Scanner of the tokens of a match. `number` and `isMasked` describe a NUMBER. */
export interface Scanner {
  readonly text: string;
  token: number;
  /** Offset of the token. */
  start: number;
  end: number;
  readonly number: NumberShape;
  isMasked: boolean;
  /** Problem of the token if it is OTHER. */
  message: string;
  /** True if a `//` comment extends to the end of the text. */
  endsInLineComment: boolean;
}

const EMPTY: NumberShape = { format: 'decimal', bits: 0, lowBit: 0, small: 0, problem: '' };

export function scan(text: string): Scanner {
  const number = { ...EMPTY };
  return { text, token: END, start: 0, end: 0, number, isMasked: false, message: '', endsInLineComment: false };
}

/** Advances to the next token and returns it. */
export function advance(scanner: Scanner): number {
  const { text } = scanner;
  let at = scanner.end;
  let code = codeAt(text, at);
  while ((classOf(code) & SPACE) !== 0 || code === 47) {
    at = code === 47 ? skipComment(scanner, at) : at + 1;
    if (at < 0) return OTHER;
    code = codeAt(text, at);
  }
  scanner.start = at;
  const kinds = classOf(code);
  if ((kinds & DIGIT) !== 0) return scanNumber(scanner, at);
  if ((kinds & HEX) !== 0 && startsAddress(text, at)) return scanNumber(scanner, at);
  if ((kinds & ID) !== 0 && code !== 46) return finish(scanner, IDENTIFIER, endOfName(text, at));
  return scanSymbol(scanner, code, at);
}

/** Returns true if the current token has this type. */
export function isAt(scanner: Scanner, token: number): boolean {
  return scanner.token === token;
}

function finish(scanner: Scanner, token: number, end: number): number {
  scanner.token = token;
  scanner.end = end;
  return token;
}

function fail(scanner: Scanner, end: number, message: string): number {
  scanner.message = message;
  return finish(scanner, OTHER, end);
}

/** Returns the end of the comment at `at`. Returns -1 and sets the token if it is malformed. */
function skipComment(scanner: Scanner, at: number): number {
  const { text } = scanner;
  scanner.start = at;
  const second = codeAt(text, at + 1);
  if (second === 47) {
    const end = text.indexOf('\n', at);
    scanner.endsInLineComment = end < 0;
    return end < 0 ? text.length : end;
  }
  if (second === 42) {
    for (let end = at + 2; end < text.length && codeAt(text, end) !== 10; end++) {
      if (codeAt(text, end) === 42 && codeAt(text, end + 1) === 47) return end + 2;
    }
    fail(scanner, at + 2, "the comment '/*' has no '*/' on its line");
  } else {
    fail(scanner, at + 1, "'/' is only part of a comment or of a masked constant");
  }
  return -1;
}

/** Returns true if an address starts here. An identifier never starts with hexadecimal digits and a colon. */
function startsAddress(text: string, start: number): boolean {
  let at = start;
  while ((classOf(codeAt(text, at)) & HEX) !== 0) at++;
  return codeAt(text, at) === 58;
}

function endOfName(text: string, start: number): number {
  let at = start + 1;
  while ((classOf(codeAt(text, at)) & (ID | DIGIT)) !== 0) at++;
  return at;
}

const maskShape: NumberShape = { ...EMPTY };

function scanNumber(scanner: Scanner, start: number): number {
  const { text, number } = scanner;
  const end = readNumber(text, start, number);
  scanner.isMasked = false;
  if (number.problem !== '') return fail(scanner, end, `'${text.slice(start, end)}' ${number.problem}`);
  if (codeAt(text, end) === 47) return scanMask(scanner, end + 1);
  if (number.format === 'IPv4') number.bits = 32;
  else if (number.format === 'IPv6') number.bits = 128;
  else if (number.format === 'Ethernet') number.bits = 48;
  return finish(scanner, NUMBER, end);
}

function scanMask(scanner: Scanner, start: number): number {
  const { text, number } = scanner;
  const end = readNumber(text, start, maskShape);
  scanner.isMasked = true;
  const { problem } = maskShape;
  if (problem !== '') return fail(scanner, end, `the mask '${text.slice(start, end)}' ${problem}`);
  if (applyMask(number, maskShape)) return finish(scanner, NUMBER, end);
  return fail(scanner, end, `the mask '${text.slice(start, end)}' does not go with the value before it`);
}

function scanSymbol(scanner: Scanner, code: number, at: number): number {
  const { text } = scanner;
  const second = codeAt(text, at + 1);
  switch (code) {
    case 61: // =
      return second === 61 ? finish(scanner, EQ, at + 2) : finish(scanner, ASSIGN, at + 1);
    case 33: // !
      return second === 61 ? finish(scanner, NE, at + 2) : finish(scanner, NOT, at + 1);
    case 60: // <
      if (second === 45 && codeAt(text, at + 2) === 62) return fail(scanner, at + 3, "'<->' is not part of a match");
      return finish(scanner, LT, second === 61 ? at + 2 : at + 1);
    case 62: // >
      return finish(scanner, GT, second === 61 ? at + 2 : at + 1);
    case 38: // &
      return second === 38 ? finish(scanner, AND, at + 2) : fail(scanner, at + 1, "'&' is only part of '&&'");
    case 124: // |
      return second === 124 ? finish(scanner, OR, at + 2) : fail(scanner, at + 1, "'|' is only part of '||'");
    case 46: // .
      return second === 46 ? finish(scanner, ELLIPSIS, at + 2) : fail(scanner, at + 1, "'.' begins no name or number");
    case 36: // $
      return scanName(scanner, ADDRESS_SET, "'$' has no name of an address set after it");
    case 64: // @
      return scanName(scanner, PORT_GROUP, "'@' has no name of a port group after it");
    case 58: // :
      return second === 58 ? scanNumber(scanner, at) : fail(scanner, at + 1, "':' is not part of a match");
    case 34: // "
      return scanString(scanner);
    default:
      return scanSingle(scanner, code, at);
  }
}

function scanSingle(scanner: Scanner, code: number, at: number): number {
  if (code < 0) return finish(scanner, END, at);
  const single = '(){}[],'.indexOf(scanner.text.charAt(at));
  if (single < 0) return fail(scanner, at + 1, `'${scanner.text.charAt(at)}' is not part of a match`);
  return finish(scanner, single === 6 ? COMMA : OPEN + single, at + 1);
}

function scanName(scanner: Scanner, token: number, message: string): number {
  const { text, start } = scanner;
  if ((classOf(codeAt(text, start + 1)) & ID) === 0) return fail(scanner, start + 1, message);
  return finish(scanner, token, endOfName(text, start + 1));
}

function scanString(scanner: Scanner): number {
  const { text, start } = scanner;
  let at = start + 1;
  let escapes = false;
  while (at < text.length && codeAt(text, at) !== 34) {
    const isEscape = codeAt(text, at) === 92;
    escapes ||= isEscape;
    at += isEscape ? 2 : 1;
  }
  if (at >= text.length) return fail(scanner, text.length, 'the string has no closing quote');
  if (escapes && !isEscaped(text.slice(start + 1, at))) return fail(scanner, at + 1, 'the string has a bad escape');
  return finish(scanner, STRING, at + 1);
}
