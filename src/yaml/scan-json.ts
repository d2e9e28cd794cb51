import { CODE, skipSpaces } from './characters.js';
import { SCALAR_STYLE } from './js-yaml.js';
import { type Scan, passDoubleQuoted, passTo } from './scan-scalar.js';

/** A number, boolean or null (RFC 8259 §3, §6), and the character that may follow it. */
const LITERAL = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?=[ \n,\]}])/y;

/**
 * Scans a JSON object (RFC 8259 §4), indented or not, that is the whole text apart from white space. Returns false for
 * any other text, and for JSON that the parser may read differently.
 */
export function scanJson(scan: Scan): boolean {
  if (!scanCollection(scan, 0)) return false;
  skipWhite(scan);
  return scan.at === scan.end;
}

function scanCollection(scan: Scan, depth: number): boolean {
  const { text } = scan;
  const isObject = text.charCodeAt(scan.at) === CODE.openBrace;
  const closing = isObject ? CODE.closeBrace : CODE.closeBracket;
  if (depth >= DEEPEST) return false;
  scan.target.begin(!isObject, scan.at);
  scan.at++;
  for (let isFirst = true; ; isFirst = false) {
    skipWhite(scan);
    if (isFirst && text.charCodeAt(scan.at) === closing) break;
    if (isObject && !scanName(scan)) return false;
    if (!scanNode(scan, depth)) return false;
    skipWhite(scan);
    const code = text.charCodeAt(scan.at);
    if (code === closing) break;
    if (code !== CODE.comma) return false;
    scan.at++;
  }
  scan.target.end();
  return ++scan.at <= scan.end;
}

/** Maximum depth of collections. Deeper ones are left to the parser, which knows the limit. */
const DEEPEST = 48;

/** Scans the name of a member and the colon after it. */
function scanName(scan: Scan): boolean {
  if (scan.text.charCodeAt(scan.at) !== CODE.doubleQuote || !passDoubleQuoted(scan)) return false;
  scan.target.key(scan);
  if (scan.text.charCodeAt(scan.at) !== CODE.colon) return false;
  scan.at++;
  skipWhite(scan);
  return true;
}

function scanNode(scan: Scan, depth: number): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (code === CODE.openBrace || code === CODE.openBracket) return scanCollection(scan, depth + 1);
  if (code === CODE.doubleQuote ? !passDoubleQuoted(scan) : !passLiteral(scan)) return false;
  scan.target.value(scan);
  return true;
}

function passLiteral(scan: Scan): boolean {
  const { text, at, end } = scan;
  LITERAL.lastIndex = at;
  if (!LITERAL.test(text) || LITERAL.lastIndex >= end) return false;
  const behind = LITERAL.lastIndex;
  // The parser does not read the last literal of a line as a slice.
  const isSlice = text.charCodeAt(skipSpaces(text, behind, end)) !== CODE.lineFeed;
  return passTo(scan, at, behind, SCALAR_STYLE.PLAIN, isSlice, behind);
}

function skipWhite(scan: Scan): void {
  const { text, end } = scan;
  let at = scan.at;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== CODE.space && code !== CODE.lineFeed) break;
  }
  scan.at = at;
}
