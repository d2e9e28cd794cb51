/** What a spreadsheet takes for a formula begins so (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * RFC 4180: a field with a comma, a quote or a line break stands in quotes. Before one that a spreadsheet would take for a
 * formula there is an apostrophe, so that it is a text there too.
 */
export function quoteField(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
