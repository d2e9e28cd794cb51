import { type Address, type Family, type Prefix, formatAddress, parseAddress, widthOf } from './address.js';

/** A CIDR as it was written. */
export interface WrittenCIDR {
  readonly prefix: Prefix;
  /** The address before the slash, host bits kept. */
  readonly address: Address;
  /** Whether an IPv4 network is written in IPv6 form (`::ffff:192.0.2.0/120`). */
  readonly mapped: boolean;
}

/**
 * Parses a CIDR as Go's `net.ParseCIDR` does, but takes no leading zeros in the prefix length, which OVN does not read
 * either. An IPv4-mapped CIDR becomes the IPv4 one. Returns undefined for anything else.
 */
export function parseCIDR(text: string): WrittenCIDR | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const bits = parseLength(text, slash + 1);
  if (!address || bits < 0) return undefined;
  const mapped = address.family === 'IPv4' && text.includes(':');
  const length = bits - (mapped ? 96 : 0);
  if (length < 0 || length > widthOf(address.family)) return undefined;
  return { prefix: prefixOf(address, length), address, mapped };
}

/** A decimal number of at most three digits without leading zeros from `start` to the end of the text, or -1. */
function parseLength(text: string, start: number): number {
  const digits = text.length - start;
  if (digits < 1 || digits > 3 || (digits > 1 && text.charCodeAt(start) === 48)) return -1;
  let length = 0;
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    length = length * 10 + digit;
  }
  return length;
}

/** An address of an interface with the network that it is in, and both as they were written. */
export interface InterfaceAddress {
  readonly address: Address;
  readonly prefix: Prefix;
  readonly text: string;
}

/** Parses an address with the prefix length of its network as `parseCIDR` does, and keeps the text. */
export function readInterfaceAddress(text: string): InterfaceAddress | undefined {
  const cidr = parseCIDR(text);
  return cidr && { address: cidr.address, prefix: cidr.prefix, text };
}

/** The network of a CIDR with its host bits cleared, or undefined. */
export function parsePrefix(text: string): Prefix | undefined {
  return parseCIDR(text)?.prefix;
}

/** The network of the given prefix length (bits) that holds an address. */
export function prefixOf({ family, value }: Address, length: number): Prefix {
  return { family, base: family === 'IPv4' ? baseOfIPv4(value, length) : baseOfIPv6(value, length), length };
}

function baseOfIPv6(value: bigint, length: number): bigint {
  const hostBits = BigInt(128 - length);
  return (value >> hostBits) << hostBits;
}

/** IPv4 is counted in doubles: a bigint for each step would be slow. */
function baseOfIPv4(value: bigint, length: number): bigint {
  const hostBits = Number(value) % sizeOfIPv4(length);
  return hostBits === 0 ? value : value - BigInt(hostBits);
}

/** Addresses of an IPv4 network by its length. */
const IPV4_SIZES = Array.from({ length: 33 }, (_, length) => 2 ** (32 - length));

/** How many addresses an IPv4 network has, as a double. */
export function sizeOfIPv4(length: number): number {
  return IPV4_SIZES[length] ?? 1;
}

/** The network that a text names: a CIDR with its host bits cleared, or an address as the network of it alone. */
export function readNetwork(text: string): Prefix | undefined {
  const address = parseAddress(text);
  return address ? prefixOf(address, widthOf(address.family)) : parsePrefix(text);
}

/** The address part of a CIDR with its host bits kept, or undefined. */
export function addressOfCIDR(text: string): Address | undefined {
  return parseCIDR(text)?.address;
}

export function formatPrefix({ family, base, length }: Prefix): string {
  return `${formatAddress({ family, value: base })}/${length}`;
}

/** Whether the network holds the address. */
export function contains(prefix: Prefix, { family, value }: Address): boolean {
  return family === prefix.family && holds(prefix, value);
}

/** Whether two networks share an address: exactly when the larger one holds the other's base. */
export function overlaps(a: Prefix, b: Prefix): boolean {
  return a.family === b.family && (a.length <= b.length ? holds(a, b.base) : holds(b, a.base));
}

/** Whether a value of the network's family is in it. */
function holds({ family, base, length }: Prefix, value: bigint): boolean {
  if (family === 'IPv6') return value >> BigInt(128 - length) === base >> BigInt(128 - length);
  const distance = Number(value) - Number(base);
  return distance >= 0 && distance < sizeOfIPv4(length);
}

/** How many addresses a network has. */
export function sizeOf({ family, length }: Pick<Prefix, 'family' | 'length'>): bigint {
  return 1n << BigInt(widthOf(family) - length);
}

/** The address `offset` above the base of a network; it may lie outside. */
export function addressAt({ family, base }: Prefix, offset: number): Address {
  return { family, value: base + BigInt(offset) };
}

/** The first prefix of a family. */
export function ofFamily(prefixes: readonly Prefix[], family: Family): Prefix | undefined {
  return prefixes.find((prefix) => prefix.family === family);
}

/**
 * A CIDR without the leading zeros that Kubernetes takes in the octets and the prefix length of its own kinds
 * (`netutils.ParseCIDRSloppy`), where they do not make them octal. Any other text is given back as it is.
 */
export function withoutLeadingZeros(text: string): string {
  const slash = text.indexOf('/');
  if (slash < 0) return text;
  const octets = text.lastIndexOf(':', slash) + 1;
  const tail = text.slice(octets, slash);
  const plain = tail.includes('.') ? tail.split('.').map(withoutZeros).join('.') : tail;
  return `${text.slice(0, octets)}${plain}/${withoutZeros(text.slice(slash + 1))}`;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=[0-9])/, '');
}

/** Whether all addresses of a network are in another one. */
export function isInside({ family, base, length }: Prefix, outer: Prefix): boolean {
  return length >= outer.length && contains(outer, { family, value: base });
}
