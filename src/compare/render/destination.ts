import {
  type AddressRange,
  complement,
  cutOut,
  formatRange,
  mergeRanges,
  prefixesOfRange,
  rangeOfPrefix,
  wholeFamily,
} from '../../traffic/filters/address-range.js';
import type { Configuration } from '../../model/configuration.js';
import { type Family, FAMILIES } from '../../net/address.js';
import type { PacketClasses } from '../../traffic/packets.js';
import { sameList } from '../../std/same-items.js';

/**
 * Returns addresses in their shortest form: networks, ranges, or the exceptions from all addresses. Lists at most
 * `most` items, and the number of further ones.
 */
function describeAddresses(ranges: readonly AddressRange[], configuration: Configuration, most: number): string {
  return FAMILIES.flatMap((family) => describeFamily(ranges, family, configuration, most)).join(', ');
}

function describeFamily(
  ranges: readonly AddressRange[],
  family: Family,
  { clusterSubnets }: Configuration,
  most: number,
): string[] {
  const own = ranges.filter((range) => range.family === family);
  if (own.length === 0) return [];
  const gaps = complement(family, own);
  if (gaps.length === 0) return [`any ${family} address`];
  const subnets = mergeRanges(
    clusterSubnets.flatMap(({ prefix }) => (prefix.family === family ? [rangeOfPrefix(prefix)] : [])),
  );
  if (isSame(gaps, subnets)) return [`any ${family} address outside the cluster`];
  // Gaps that are networks of the cluster are not listed, because "outside the cluster" covers them.
  const foreign = gaps.filter((gap) => !subnets.some(({ first, end }) => first === gap.first && end === gap.end));
  const included = listRanges(own, most);
  if (!isLarge(own)) return [included];
  const excluded = `any ${family} address ${foreign.length < gaps.length ? 'outside the cluster ' : ''}except ${listRanges(foreign, most)}`;
  return [excluded.length < included.length ? excluded : included];
}

function isSame(a: readonly AddressRange[], b: readonly AddressRange[]): boolean {
  return sameList(a, b, (one, other) => one.first === other.first && one.end === other.end);
}

/** Returns true if the ranges contain at least half of all addresses. Then the exceptions are listed instead. */
function isLarge(ranges: readonly AddressRange[]): boolean {
  const family = ranges[0]?.family ?? 'IPv4';
  const count = ranges.reduce((sum, { first, end }) => sum + BigInt(end) - BigInt(first), 0n);
  return count * 2n > BigInt(wholeFamily(family).end);
}

function listRanges(ranges: readonly AddressRange[], most: number): string {
  const texts = ranges.slice(0, most).map(formatRange);
  const more = ranges.length - texts.length;
  return `${texts.join(', ')}${more > 0 ? ` and ${more} more ranges` : ''}`;
}

/**
 * Returns the destination of packets: addresses or names. If the packets reach only some addresses that the names can
 * have, these follow.
 */
export function describeDestination(packets: PacketClasses, configuration: Configuration, most: number): string {
  const { names, addresses } = packets;
  const text = describeAddresses(addresses, configuration, most);
  if (names.length === 0) return text;
  const name = names.length === 1 ? (names[0] ?? '') : `addresses shared by ${names.join(' and ')}`;
  return isEverywhere(addresses, configuration) ? name : `${name}, if it resolves to ${text}`;
}

/** Returns true if the addresses are exactly those outside the cluster's networks, in each of its families. */
function isEverywhere(addresses: readonly AddressRange[], configuration: Configuration): boolean {
  return configuration.ipFamilies.every((family) => isAllOf(addresses, family, configuration));
}

/** Returns true if the addresses of one family are exactly those outside the cluster's networks. */
export function coversFamily(addresses: readonly AddressRange[], configuration: Configuration): boolean {
  return configuration.ipFamilies.some((family) => isAllOf(addresses, family, configuration));
}

function isAllOf(addresses: readonly AddressRange[], family: Family, { clusterSubnets }: Configuration): boolean {
  const subnets = clusterSubnets.map(({ prefix }) => prefix);
  return isSame(
    addresses.filter((range) => range.family === family),
    cutOut(wholeFamily(family), subnets),
  );
}

/** Returns the exact networks, for programs. */
export function listPrefixes(ranges: readonly AddressRange[]): string[] {
  return ranges.flatMap((range) => prefixesOfRange(range).map((prefix) => formatRange(rangeOfPrefix(prefix))));
}
