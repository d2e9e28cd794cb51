/**
 * Returns a text as one word of a POSIX shell (2.2 Quoting). Unchanged if it has no special character, else in single
 * quotes.
 */
export function quoteShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
