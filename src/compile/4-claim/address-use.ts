import type { Node } from '../../model/cluster.js';
import type { AddressClaim, RangeClaim } from '../../model/claim.js';
import {
  type Address,
  type CanonicalAddress,
  type Family,
  type Prefix,
  formatAddress,
  widthOf,
} from '../../net/address.js';
import { contains, formatPrefix, sizeOf } from '../../net/prefix.js';
import { compareText } from '../../std/compare-text.js';
import type { Claims } from './claims.js';
import { firstAfter } from '../../std/find-sorted.js';

/** Owners and claimants of an address, and the use of its networks. */
export interface AddressUse {
  /** Claims on the address, the strongest first. */
  readonly claims: readonly AddressClaim[];
  /** Best claim of a range that contains the address. */
  readonly range?: RangeClaim;
  readonly networks: readonly NetworkUse[];
}

/** Network of nodes that contains the address. */
export interface NetworkUse {
  readonly network: Prefix;
  /** Names of the nodes in the network. */
  readonly nodes: readonly string[];
  /** Number of addresses without an owner. Ranges do not count. */
  readonly free: bigint;
  /** Lowest free addresses outside of claimed ranges. */
  readonly lowest: readonly string[];
}

const MAX_LISTED = 5;
/** Maximum addresses tried to find those that are listed. */
const MAX_TRIED = 10_000;

/** Returns the claims on an address, and the free addresses of its networks. */
export function describeUse(address: Address, claims: Claims): AddressUse {
  const range = claims.rangeOf(address);
  const findTaken = indexTaken(claims);
  return {
    claims: claims.byAddress.get(formatAddress(address)) ?? [],
    ...(range ? { range } : {}),
    networks: networksOf(address, claims).map(([network, nodes]) => describeNetwork(network, nodes, claims, findTaken)),
  };
}

/** Returns the host networks of nodes, IPv4 first, in the order of their first addresses. */
export function describeNetworks(claims: Claims): NetworkUse[] {
  const found = new Map<string, [Prefix, string[]]>();
  for (const node of claims.inputs.cluster.nodes) {
    for (const network of new Map(hostNetworksOf(node).map((one) => [formatPrefix(one), one])).values()) {
      if (network.length === widthOf(network.family)) continue;
      const known = found.get(formatPrefix(network)) ?? [network, []];
      known[1].push(node.name);
      found.set(formatPrefix(network), known);
    }
  }
  const findTaken = indexTaken(claims);
  return [...found.values()]
    .sort(
      ([a], [b]) =>
        compareText(a.family, b.family) || (a.base < b.base ? -1 : a.base > b.base ? 1 : a.length - b.length),
    )
    .map(([network, nodes]) => describeNetwork(network, nodes, claims, findTaken));
}

/** Returns the networks of nodes that contain an address, the smallest first, with the names of these nodes. */
function networksOf(address: Address, { inputs }: Claims): [Prefix, string[]][] {
  const found = new Map<string, [Prefix, string[]]>();
  for (const node of inputs.cluster.nodes) {
    for (const network of new Map(networksOfNode(node).map((one) => [formatPrefix(one), one])).values()) {
      if (!contains(network, address)) continue;
      const text = formatPrefix(network);
      const known = found.get(text) ?? [network, []];
      known[1].push(node.name);
      found.set(text, known);
    }
  }
  return [...found.values()].sort(([a], [b]) => b.length - a.length);
}

function networksOfNode(node: Node): Prefix[] {
  return [...hostNetworksOf(node), ...node.subnets];
}

function hostNetworksOf({ hostCIDRs = [], primaryAddresses, interfaces, cloudEgress }: Node): Prefix[] {
  const addresses = [...hostCIDRs, ...primaryAddresses, ...interfaces.flatMap((one) => one.addresses)];
  return [...addresses.map(({ prefix }) => prefix), ...(cloudEgress?.subnets ?? [])];
}

function describeNetwork(network: Prefix, nodes: readonly string[], claims: Claims, findTaken: FindTaken): NetworkUse {
  const taken = findTaken(network);
  const size = sizeOf(network);
  const lowest: string[] = [];
  const last = network.base + size;
  const stop = last - network.base > MAX_TRIED ? network.base + BigInt(MAX_TRIED) : last;
  for (let value = network.base; value < stop && lowest.length < MAX_LISTED; value++) {
    const address = { family: network.family, value };
    const text = formatAddress(address);
    if (!taken.has(text) && !claims.rangeOf(address)) lowest.push(text);
  }
  return { network, nodes, free: size - BigInt(taken.size), lowest };
}

/** Returns the addresses of a network that have an owner, and its first and last, which no host can have. */
type FindTaken = (network: Prefix) => ReadonlySet<string>;

/** Sorts all addresses with an owner, so that each network reads only its own. */
function indexTaken({ byAddress, inputs: { cluster } }: Claims): FindTaken {
  const pods = [...cluster.podsByNamespace.values()].flat().filter(({ completed }) => !completed);
  const claimed = [...byAddress.values()].flatMap(([first]) => first?.address ?? []);
  const taken = [...claimed, ...pods.flatMap(({ addresses }) => addresses)];
  const sorted = { IPv4: sortAddresses(taken, 'IPv4'), IPv6: sortAddresses(taken, 'IPv6') };
  return (network) => {
    const own = sorted[network.family];
    const size = sizeOf(network);
    const ends = size > 2n ? [network.base, network.base + size - 1n] : [];
    const found = new Set(ends.map((value) => formatAddress({ family: network.family, value })));
    for (let at = firstAfter(own, ({ value }) => value < network.base); at < own.length; at++) {
      const address = own[at];
      if (!address || address.value >= network.base + size) break;
      found.add(address.text);
    }
    return found;
  };
}

function sortAddresses(addresses: readonly CanonicalAddress[], family: Family): CanonicalAddress[] {
  const own = addresses.filter((address) => address.family === family);
  return own.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
}
