import { type Family, type Prefix, parseAddress } from '../net/address.js';
import { prefixOf } from '../net/prefix.js';
import { type AddressRange, rangeOfAddress, rangeOfPrefix } from '../traffic/filters/address-range.js';

/**
 * Addresses that stand for the unknown answers of DNS names. No packet of a comparison has a multicast address, so each
 * name gets one of them.
 */
export interface Synthetic {
  readonly rangeOf: (name: string, family: Family) => AddressRange;
  /** Returns the name of an address, canonical text. */
  readonly nameAt: (range: Pick<AddressRange, 'first'>) => string | undefined;
  readonly ranges: (family: Family) => readonly AddressRange[];
}

const MULTICAST: Readonly<Record<Family, Prefix>> = { IPv4: prefixAt('224.0.0.0', 4), IPv6: prefixAt('ff00::', 8) };

function prefixAt(text: string, length: number): Prefix {
  const address = parseAddress(text);
  if (!address) throw new Error(`no address: ${text}`);
  return prefixOf(address, length);
}

/** Returns the addresses of all multicast groups. */
export function rangeOfMulticast(family: Family): AddressRange {
  return rangeOfPrefix(MULTICAST[family]);
}

/** Creates an empty assignment. Names get their addresses when they first occur. */
export function createSynthetic(): Synthetic {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const rangeAt = (family: Family, number: number): AddressRange =>
    rangeOfAddress({ family, value: MULTICAST[family].base + BigInt(number) });
  return {
    rangeOf: (name, family) => {
      const number = numbers.get(name) ?? names.push(name) - 1;
      numbers.set(name, number);
      return rangeAt(family, number);
    },
    nameAt: ({ first }) => {
      const family = typeof first === 'number' ? 'IPv4' : 'IPv6';
      return names[Number(BigInt(first) - MULTICAST[family].base)];
    },
    ranges: (family) => names.map((_name, number) => rangeAt(family, number)),
  };
}
