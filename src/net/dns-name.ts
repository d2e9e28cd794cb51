/** A DNS name as names are compared (RFC 4343): lower case, with its final dot. */
export function normalizeName(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower : `${lower}.`;
}
