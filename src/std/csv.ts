/** Start of a cell that a spreadsheet reads as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns a field as RFC 4180 CSV, in quotes if it contains a comma, a quote or a line break. An apostrophe in front
 * keeps a spreadsheet from reading it as a formula.
 */
export function quoteField(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
