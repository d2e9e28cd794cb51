import { isInterfaceWord } from '../../../ovn-kubernetes/interface-word.js';
import type { Node, NodeInterface } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Address, type Prefix, widthOf } from '../../../net/address.js';
import { contains, overlaps, parsePrefix } from '../../../net/prefix.js';

/** Link-local networks (RFC 3927, RFC 4291 §2.5.6). */
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'].map(parsePrefix).filter((prefix) => prefix !== undefined);
const LARGEST_INDEX = 2 ** 31 - 1;

/** Returns the networks of an interface that can contain an egress address. */
export function interfaceNetworks(
  { addresses }: NodeInterface,
  { masqueradeSubnets }: Pick<Configuration, 'masqueradeSubnets'>,
): readonly Prefix[] {
  const unusable = [...LINK_LOCAL, ...masqueradeSubnets];
  return addresses.flatMap(({ prefix }) => {
    if (prefix.length === widthOf(prefix.family)) return [];
    return unusable.some((other) => overlaps(other, prefix) && other.length <= prefix.length) ? [] : [prefix];
  });
}

/**
 * Returns the interface of a node whose network contains an address. The longest prefix wins (OVN-Kubernetes), among
 * equals the first name. Returns undefined if no interface with a safe name has such a network.
 */
export function findInterface(node: Node, address: Address, configuration: Configuration): NodeInterface | undefined {
  let best: { readonly candidate: NodeInterface; readonly length: number } | undefined;
  for (const candidate of node.interfaces) {
    if (!isUsable(candidate)) continue;
    const length = longestMatch(candidate, address, configuration);
    if (length < 0 || (best && length < best.length)) continue;
    if (!best || length > best.length || candidate.name < best.candidate.name) best = { candidate, length };
  }
  return best?.candidate;
}

function isUsable({ name, index }: NodeInterface): boolean {
  return isInterfaceWord(name) && Number.isInteger(index) && index > 0 && index <= LARGEST_INDEX;
}

function longestMatch(candidate: NodeInterface, address: Address, configuration: Configuration): number {
  const networks = interfaceNetworks(candidate, configuration).filter((network) => contains(network, address));
  return networks.reduce((longest, { length }) => Math.max(longest, length), -1);
}
