import { type Address, type Family, type Prefix, formatAddress, isMapped, parseAddress, widthOf } from './address.js';

/**
 * Parses a CIDR as Go's `net.ParseCIDR` does and clears the host bits. An IPv4-mapped CIDR (`::ffff:192.0.2.0/120`)
 * becomes the IPv4 one. Returns undefined for anything else.
 */
export function parsePrefix(text: string): Prefix | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const lengthText = text.slice(slash + 1);
  if (!address || !/^(0|[1-9][0-9]{0,2})$/.test(lengthText)) return undefined;
  const mapped = isMapped(text);
  const length = Number(lengthText) - (mapped ? 96 : 0);
  if (length < 0 || length > widthOf(address.family)) return undefined;
  return prefixOf(address, length);
}

/** The network of the given prefix length (bits) that holds an address. */
export function prefixOf({ family, value }: Address, length: number): Prefix {
  const hostBits = BigInt(widthOf(family) - length);
  return { family, base: (value >> hostBits) << hostBits, length };
}

/** The address part of a CIDR with its host bits kept, or undefined. */
export function addressOfCIDR(text: string): Address | undefined {
  return parsePrefix(text) && parseAddress(text.slice(0, text.indexOf('/')));
}

export function formatPrefix({ family, base, length }: Prefix): string {
  return `${formatAddress({ family, value: base })}/${length}`;
}

/** Whether the network holds the address. */
export function contains({ family, base, length }: Prefix, address: Address): boolean {
  const hostBits = BigInt(widthOf(family) - length);
  return family === address.family && base >> hostBits === address.value >> hostBits;
}

/** Whether two networks share an address: exactly when one holds the other's base. */
export function overlaps(a: Prefix, b: Prefix): boolean {
  return contains(a, { family: b.family, value: b.base }) || contains(b, { family: a.family, value: a.base });
}

/** The address `offset` above the base of a network; it may lie outside. */
export function addressAt({ family, base }: Prefix, offset: number): Address {
  return { family, value: base + BigInt(offset) };
}

/** The first prefix of a family. */
export function ofFamily(prefixes: readonly Prefix[], family: Family): Prefix | undefined {
  return prefixes.find((prefix) => prefix.family === family);
}
