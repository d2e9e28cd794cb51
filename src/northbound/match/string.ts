const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt])|)/g;

/**
 * Returns true if every backslash of a string constant (without its quotes) starts an escape that OVN accepts. These
 * are the escapes of JSON without `\u0000` and unpaired surrogates.
 */
export function isEscaped(content: string): boolean {
  let expectedAt = -1;
  for (const match of content.matchAll(ESCAPE)) {
    const [whole, digits, single] = match;
    if (digits === undefined && single === undefined) return false;
    const unit = digits === undefined ? -1 : parseInt(digits, 16);
    if (unit === 0) return false;
    if (expectedAt >= 0) {
      if (match.index !== expectedAt || unit < 0xdc00 || unit > 0xdfff) return false;
      expectedAt = -1;
    } else if (unit >= 0xd800 && unit <= 0xdbff) {
      expectedAt = match.index + whole.length;
    }
  }
  return expectedAt < 0;
}
