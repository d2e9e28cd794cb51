/** IPv4 first, as Kubernetes lists them. */
export const FAMILIES = ['IPv4', 'IPv6'] as const;
export type Family = (typeof FAMILIES)[number];

/** An IP address. An IPv4-mapped IPv6 address is the IPv4 address, as in Go's `net.IP`. */
export interface Address {
  readonly family: Family;
  /** 32 or 128 bits. */
  readonly value: bigint;
}

/** An address with its canonical text, which is made once: for what is looked up by its text or written in many places. */
export interface CanonicalAddress extends Address {
  readonly text: string;
}

/** An address with its original text, if that text is kept. */
export interface WrittenAddress extends Address {
  readonly text: string;
}

/** A network: `base` has its host bits cleared. */
export interface Prefix {
  readonly family: Family;
  readonly base: bigint;
  readonly length: number;
}

/** Bits of an address of a family. */
export function widthOf(family: Family): 32 | 128 {
  return family === 'IPv4' ? 32 : 128;
}

/**
 * Parses an address as Go's `net.ParseIP` does: decimal octets without leading zeros, no zone, no surrounding blanks.
 * Returns undefined for anything else.
 */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = parseOctets(text, 0, text.length);
    return value < 0 ? undefined : { family: 'IPv4', value: BigInt(value) };
  }
  const value = parseIPv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn ? { family: 'IPv4', value: value & 0xffffffffn } : { family: 'IPv6', value };
}

/**
 * Parses an address as Kubernetes reads those of endpoints and load balancers (`netutils.ParseIPSloppy`): like
 * `parseAddress`, but decimal octets may have leading zeros, which do not make them octal.
 */
export function parseLenientAddress(text: string): Address | undefined {
  const strict = parseAddress(text);
  if (strict) return strict;
  const octets = text.lastIndexOf(':') + 1;
  const tail = text.slice(octets);
  if (!tail.includes('.')) return undefined;
  const plain = tail.split('.').map((octet) => octet.replace(/^0+(?=[0-9])/, ''));
  return parseAddress(text.slice(0, octets) + plain.join('.'));
}

/** Parses an address as `parseLenientAddress` does, with its canonical text. Returns undefined for anything else. */
export function readLenientAddress(text: string): CanonicalAddress | undefined {
  const strict = readAddress(text);
  if (strict) return strict;
  const address = parseLenientAddress(text);
  return address && withText(address);
}

/** Returns an IPv4 address in `text.slice(start, end)` as a number, or -1. */
export function parseOctets(text: string, start: number, end: number): number {
  let value = 0;
  let octets = 0;
  let at = start;
  while (at < end) {
    const first = at;
    let octet = 0;
    while (at < end && at - first < 4) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      octet = octet * 10 + digit;
      at++;
    }
    const digits = at - first;
    if (digits === 0 || octet > 255 || (digits > 1 && text.charCodeAt(first) === 48)) return -1;
    value = value * 256 + octet;
    octets++;
    if (at === end) return octets === 4 ? value : -1;
    if (octets === 4 || text.charCodeAt(at) !== 46 || at + 1 === end) return -1;
    at++;
  }
  return -1;
}

/** Parses an IPv6 address by RFC 4291 §2.2: eight groups, one `::`, an IPv4 tail. */
function parseIPv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : [];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

function parseGroups(text: string, mayEndInIPv4: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(parseInt(part, 16));
    } else {
      const value = mayEndInIPv4 && index === parts.length - 1 ? parseOctets(part, 0, part.length) : -1;
      if (value < 0) return undefined;
      groups.push(Math.floor(value / 65536), value % 65536);
    }
  }
  return groups;
}

/** Returns the address in Go's canonical text: dotted IPv4, RFC 5952 IPv6. */
export function formatAddress({ family, value }: Address): string {
  return family === 'IPv4' ? formatIPv4(Number(value)) : formatIPv6(value);
}

/** Returns an IPv4 address, counted in a double, in its canonical text. */
export function formatIPv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/**
 * Returns the RFC 5952 text: lower case, no leading zeros, the longest run of at least two zero groups as `::`. Of
 * equal runs, the first.
 */
function formatIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));
  let longest = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > longest.length) longest = { start, length };
    start += length;
  }
  const text = (part: number[]): string => part.map((group) => group.toString(16)).join(':');
  if (longest.start < 0) return text(groups);
  return `${text(groups.slice(0, longest.start))}::${text(groups.slice(longest.start + longest.length))}`;
}

/** Returns an address with its canonical text. */
export function withText({ family, value }: Address): CanonicalAddress {
  return { family, value, text: formatAddress({ family, value }) };
}

/** Parses an address as `parseAddress` does, with its canonical text. Returns undefined for anything else. */
export function readAddress(text: string): CanonicalAddress | undefined {
  const address = parseAddress(text);
  if (!address || text.includes(':')) return address && withText(address);
  // Octets are written in one way.
  return { family: address.family, value: address.value, text };
}

/** Returns an address with a port: a text with colons in brackets (RFC 3986 §3.2.2). */
export function formatSocket(text: string, port: number | string): string {
  return text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
}

/** Orders addresses: IPv4 before IPv6, then by bytes. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.family !== b.family) return a.family === 'IPv4' ? -1 : 1;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

/** Compares addresses by their texts. Texts that are not addresses come last. */
export function compareAddressTexts(a: string, b: string): number {
  const [one, other] = [parseAddress(a), parseAddress(b)];
  if (one && other) return compareAddresses(one, other);
  return one ? -1 : other ? 1 : 0;
}

/** Compares the canonical texts of two addresses in byte order. */
export function compareAddressText(a: CanonicalAddress, b: CanonicalAddress): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** Returns each address once, in byte order of the texts. */
export function sortAddresses(addresses: readonly CanonicalAddress[]): readonly CanonicalAddress[] {
  return [...new Map(addresses.map((address) => [address.text, address])).values()].sort(compareAddressText);
}

/** Returns the canonical text of an address in any spelling, or undefined. */
export function canonicalAddress(text: string): string | undefined {
  const address = parseAddress(text);
  return address && formatAddress(address);
}

/** Returns the family of an address in canonical text, with or without a slash and a length. */
export function familyOfText(text: string): Family {
  return text.includes(':') ? 'IPv6' : 'IPv4';
}
