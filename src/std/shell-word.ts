/**
 * Returns a text as one word of a POSIX shell (2.2 Quoting): as it is if nothing in it has a meaning there, else in
 * single quotes.
 */
export function quoteShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
