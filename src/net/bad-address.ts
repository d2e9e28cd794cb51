/**
 * Returns true if a text has the form of an IPv4 address or network: numbers with dots between them, which no DNS name
 * is.
 */
export function isLikeIPv4(text: string): boolean {
  return /^[0-9]+(\.[0-9]+){3}(\/[0-9]+)?$/.test(text);
}

/** Returns the problem of a text of this form that is neither an address nor a network. */
export function badAddressText(text: string): string {
  const length = text.includes('/') ? ' and a prefix length from 0 to 32' : '';
  return `'${text}' is not an IPv4 address: expected four numbers from 0 to 255${length}`;
}
