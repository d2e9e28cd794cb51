import type { Node } from '../../model/cluster.js';
import type { AddressClaim, RangeClaim } from '../../model/claim.js';
import { type Address, type Prefix, formatAddress, widthOf } from '../../net/address.js';
import { contains, formatPrefix } from '../../net/prefix.js';
import type { Claims } from './claims.js';

/** Who has, or wants, an address, and what else there is in its networks. */
export interface AddressUse {
  /** The strongest first. */
  readonly claims: readonly AddressClaim[];
  /** The best claim of a range that holds the address. */
  readonly range?: RangeClaim;
  readonly networks: readonly NetworkUse[];
}

/** A network of nodes that holds the address. */
export interface NetworkUse {
  readonly network: Prefix;
  /** Names of the nodes that are in it. */
  readonly nodes: readonly string[];
  /** How many addresses nobody has; ranges do not count. */
  readonly free: bigint;
  /** The lowest of these that no range holds. */
  readonly lowest: readonly string[];
}

const MOST_LISTED = 5;
/** So many addresses are looked at for those that are listed. */
const MOST_TRIED = 10_000;

/** Finds out who has an address, and what is free beside it. */
export function describeUse(address: Address, claims: Claims): AddressUse {
  const range = claims.rangeOf(address);
  return {
    claims: claims.byAddress.get(formatAddress(address)) ?? [],
    ...(range ? { range } : {}),
    networks: networksOf(address, claims).map(([network, nodes]) => describeNetwork(network, nodes, claims)),
  };
}

/** The networks of nodes that hold an address, the smallest first, with the names of these nodes. */
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

function networksOfNode({ hostCIDRs = [], primaryAddresses, interfaces, subnets, cloudEgress }: Node): Prefix[] {
  const addresses = [...hostCIDRs, ...primaryAddresses, ...interfaces.flatMap((one) => one.addresses)];
  return [...addresses.map(({ prefix }) => prefix), ...subnets, ...(cloudEgress?.subnets ?? [])];
}

function describeNetwork(network: Prefix, nodes: readonly string[], claims: Claims): NetworkUse {
  const taken = collectTaken(network, claims);
  const size = 1n << BigInt(widthOf(network.family) - network.length);
  const lowest: string[] = [];
  const last = network.base + size;
  const stop = last - network.base > MOST_TRIED ? network.base + BigInt(MOST_TRIED) : last;
  for (let value = network.base; value < stop && lowest.length < MOST_LISTED; value++) {
    const address = { family: network.family, value };
    const text = formatAddress(address);
    if (!taken.has(text) && !claims.rangeOf(address)) lowest.push(text);
  }
  return { network, nodes, free: size - BigInt(taken.size), lowest };
}

/** The addresses of a network that somebody has, and its first and last, which no host can have. */
function collectTaken(network: Prefix, { byAddress, inputs: { cluster } }: Claims): ReadonlySet<string> {
  const pods = [...cluster.podsByNamespace.values()].flat().filter(({ completed }) => !completed);
  const claimed = [...byAddress.values()].flatMap(([first]) => first?.address ?? []);
  const size = 1n << BigInt(widthOf(network.family) - network.length);
  const ends = size > 2n ? [network.base, network.base + size - 1n] : [];
  const taken = [...claimed, ...pods.flatMap(({ addresses }) => addresses)]
    .filter((address) => contains(network, address))
    .map(({ text }) => text);
  return new Set([...taken, ...ends.map((value) => formatAddress({ family: network.family, value }))]);
}
