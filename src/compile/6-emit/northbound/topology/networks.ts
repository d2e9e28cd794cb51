import type { Configuration } from '../../../../model/configuration.js';
import { type Address, type Prefix, formatAddress, widthOf } from '../../../../net/address.js';
import { type InterfaceAddress, formatPrefix } from '../../../../net/prefix.js';

/** Returns an address with the prefix length of its network, as in `Logical_Router_Port.networks`. */
export function interfaceAddress(address: Address, length: number): string {
  return `${formatAddress(address)}/${length}`;
}

/** Returns an address of an interface with its prefix length, in canonical text. */
export function annotatedAddress({ address, prefix }: InterfaceAddress): string {
  return interfaceAddress(address, prefix.length);
}

/** Returns an address as a network with only itself: `/32` or `/128`. */
export function hostPrefix(address: Address): string {
  return interfaceAddress(address, widthOf(address.family));
}

/** Returns the pod networks of the enabled families, in the order of the configuration. */
export function clusterPrefixes({ clusterSubnets, ipFamilies }: Configuration): readonly Prefix[] {
  return clusterSubnets.map(({ prefix }) => prefix).filter(({ family }) => ipFamilies.includes(family));
}

/** Column of a NAT with its source ports. If unset, the release leaves the ports to OVN. */
export interface NodePortRange {
  readonly external_port_range?: string;
}

/** Returns the source ports of translated connections. */
export function portRangeOf({ ephemeralPortRange }: Configuration): NodePortRange {
  return ephemeralPortRange === undefined ? {} : { external_port_range: ephemeralPortRange };
}

/** Returns a network as in `NAT.logical_ip`: a single address has no prefix length. */
export function logicalIP(prefix: Prefix): string {
  return prefix.length === widthOf(prefix.family)
    ? formatAddress({ family: prefix.family, value: prefix.base })
    : formatPrefix(prefix);
}
