/** Returns a DNS name as names are compared (RFC 4343): lower case, with its final dot. */
export function normalizeName(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower : `${lower}.`;
}

/** Length limits are in characters, and are checked before the regular expression runs. */
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** Returns true if the text is an RFC 1123 label, as namespaces are named: at most 63 characters. */
export function isLabel(text: string): boolean {
  return text.length <= LONGEST_LABEL && LABEL.test(text);
}

/**
 * Returns true if the text is an RFC 1123 subdomain, as Kubernetes objects are named: at most 253 characters in all.
 */
export function isSubdomain(text: string): boolean {
  return text.length <= LONGEST_NAME && text.split('.').every((part) => LABEL.test(part));
}

/** Returns true if the text is `*.` and an RFC 1123 subdomain, with at most 253 characters in all. */
export function isWildcardName(text: string): boolean {
  return text.length <= LONGEST_NAME && text.startsWith('*.') && isSubdomain(text.slice(2));
}
