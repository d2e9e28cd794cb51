/** Pattern of a private key in PEM up to the end of its line, and of its base64 text. */
const KEYS =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:.*?-----END [A-Z0-9 ]*PRIVATE KEY-----|.*)|LS0tLS1CRUdJTi[A-Za-z0-9+/=]*/g;

/** Returns true if a text may contain a private key. */
export function mayContainKey(text: string): boolean {
  return text.includes('PRIVATE KEY-----') || text.includes('LS0tLS1CRUdJTi');
}

/** Returns a line with asterisks in place of private keys, so that findings do not show them. Columns are unchanged. */
export function redactKeys(line: string): string {
  return line.replace(KEYS, (key) => '*'.repeat(key.length));
}
