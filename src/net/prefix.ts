import {
  type Address,
  type Family,
  type Prefix,
  formatAddress,
  formatIPv4,
  parseAddress,
  parseOctets,
  widthOf,
} from './address.js';
import { IPv4Address, IPv4Prefix, firstOf, ipv4Number } from './ipv4.js';

/** A CIDR as it was written. */
export interface WrittenCIDR {
  readonly prefix: Prefix;
  /** The address before the slash, host bits kept. */
  readonly address: Address;
  /** True if an IPv4 network is written in IPv6 form (`::ffff:192.0.2.0/120`). */
  readonly mapped: boolean;
}

/**
 * Parses a CIDR as Go's `net.ParseCIDR` does, but takes no leading zeros in the prefix length, which OVN does not read
 * either. An IPv4-mapped CIDR becomes the IPv4 one. Returns undefined for anything else.
 */
export function parseCIDR(text: string): WrittenCIDR | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const bits = parseLength(text, slash + 1);
  if (bits < 0) return undefined;
  const octets = parseOctets(text, 0, slash);
  const address = octets < 0 ? parseAddress(text.slice(0, slash)) : new IPv4Address(octets);
  if (!address) return undefined;
  const mapped = octets < 0 && address.family === 'IPv4';
  const length = bits - (mapped ? 96 : 0);
  if (length < 0 || length > widthOf(address.family)) return undefined;
  return { prefix: prefixOf(address, length), address, mapped };
}

/** Returns true if a CIDR names an address inside of its network instead of the network's own. */
export function hasHostBits({ prefix, address }: WrittenCIDR): boolean {
  return prefix.family === 'IPv4' ? ipv4Number(address) !== firstOf(prefix) : address.value !== prefix.base;
}

/**
 * Returns a decimal number of at most three digits without leading zeros from `start` to the end of the text, or -1.
 */
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

/** Returns the network of a CIDR with its host bits cleared, or undefined. */
export function parsePrefix(text: string): Prefix | undefined {
  return parseCIDR(text)?.prefix;
}

/** Returns the network of the given prefix length (bits) that contains an address. */
export function prefixOf(address: Address, length: number): Prefix {
  if (address.family === 'IPv4') {
    const number = ipv4Number(address);
    return new IPv4Prefix(number - (number % sizeOfIPv4(length)), length);
  }
  const hostBits = BigInt(128 - length);
  return { family: 'IPv6', base: (address.value >> hostBits) << hostBits, length };
}

/** Addresses of an IPv4 network by its length. */
const IPV4_SIZES = Array.from({ length: 33 }, (_, length) => 2 ** (32 - length));

/** Returns the number of addresses of an IPv4 network, as a double. */
export function sizeOfIPv4(length: number): number {
  return IPV4_SIZES[length] ?? 1;
}

/** Returns the network that a text names: a CIDR with its host bits cleared, or a single address as a network. */
export function readNetwork(text: string): Prefix | undefined {
  const address = parseAddress(text);
  return address ? prefixOf(address, widthOf(address.family)) : parsePrefix(text);
}

/** Returns the address part of a CIDR with its host bits kept, or undefined. */
export function addressOfCIDR(text: string): Address | undefined {
  return parseCIDR(text)?.address;
}

export function formatPrefix(prefix: Prefix): string {
  const { family, length } = prefix;
  const text = family === 'IPv4' ? formatIPv4(firstOf(prefix)) : formatAddress({ family, value: prefix.base });
  return `${text}/${length}`;
}

/** Returns true if the network contains the address. */
export function contains(prefix: Prefix, address: Address): boolean {
  if (prefix.family !== address.family) return false;
  return prefix.family === 'IPv4' ? containsIPv4(prefix, ipv4Number(address)) : containsIPv6(prefix, address.value);
}

/** Returns true if two networks share an address: exactly if the larger one contains the other's base. */
export function overlaps(a: Prefix, b: Prefix): boolean {
  if (a.family !== b.family) return false;
  if (a.length > b.length) return overlaps(b, a);
  return a.family === 'IPv4' ? containsIPv4(a, firstOf(b)) : containsIPv6(a, b.base);
}

/** Returns true if an IPv4 address, as a double, is in an IPv4 network. */
export function containsIPv4(prefix: Prefix, number: number): boolean {
  const distance = number - firstOf(prefix);
  return distance >= 0 && distance < sizeOfIPv4(prefix.length);
}

function containsIPv6({ base, length }: Prefix, value: bigint): boolean {
  const hostBits = BigInt(128 - length);
  return value >> hostBits === base >> hostBits;
}

/** Returns the number of addresses of a network. */
export function sizeOf({ family, length }: Pick<Prefix, 'family' | 'length'>): bigint {
  return 1n << BigInt(widthOf(family) - length);
}

/** Returns the address `offset` above the base of a network. It may be outside of the network. */
export function addressAt({ family, base }: Prefix, offset: number): Address {
  return { family, value: base + BigInt(offset) };
}

/** Returns the first prefix of a family. */
export function ofFamily(prefixes: readonly Prefix[], family: Family): Prefix | undefined {
  return prefixes.find((prefix) => prefix.family === family);
}

/**
 * Returns a CIDR without leading zeros in octets and prefix length, if these do not make them octal. Kubernetes accepts
 * such zeros in its own kinds (`netutils.ParseCIDRSloppy`). Returns any other text unchanged.
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

/** Returns true if all addresses of a network are in another one. */
export function isInside(inner: Prefix, outer: Prefix): boolean {
  return inner.length >= outer.length && overlaps(outer, inner);
}
