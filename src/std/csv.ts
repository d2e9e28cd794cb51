/** RFC 4180: a field with a comma, a quote or a line break stands in quotes. */
export function quoteField(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
