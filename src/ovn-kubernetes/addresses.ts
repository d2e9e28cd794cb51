/** Addresses that OVN-Kubernetes assigns to routers and nodes. */
import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Address, Family, Prefix } from '../net/address.js';
import { addressAt, contains, ofFamily } from '../net/prefix.js';

/** Returns the gateway of a node's subnet, which is the cluster router's address there: the first address. */
export function gatewayAddressIn(subnet: Prefix): Address {
  return addressAt(subnet, 1);
}

/** Returns the management port's address in a node's subnet: the second address. */
export function managementAddressIn(subnet: Prefix): Address {
  return addressAt(subnet, 2);
}

/** Returns the address at the node id's place in a join subnet, or undefined for a node without an id. */
export function joinAddressOfId(subnet: Prefix, { nodeId }: Pick<Node, 'nodeId'>): Address | undefined {
  return nodeId !== undefined && Number.isSafeInteger(nodeId) ? addressAt(subnet, nodeId) : undefined;
}

/** Returns the cluster router's address on the join switch: the first of the join subnet. */
export function clusterRouterJoinAddress(configuration: Configuration, family: Family): Address | undefined {
  const subnet = ofFamily(configuration.joinSubnets, family);
  return subnet && addressAt(subnet, 1);
}

/**
 * Returns the gateway router's address on the join switch. It is the annotated address if the node's release reads it,
 * else the node id's place in the join subnet. Returns undefined without both, or if the address is not in the subnet.
 */
export function joinAddress(node: Node, configuration: Configuration, family: Family): Address | undefined {
  const subnet = ofFamily(configuration.joinSubnets, family);
  const address = subnet && (node.joinAddresses?.find((one) => one.family === family) ?? joinAddressOfId(subnet, node));
  return address && contains(subnet, address) ? address : undefined;
}

/** Returns the management port's address in the node's first subnet of a family: the second address. */
export function managementAddress(node: Node, family: Family): Address | undefined {
  const subnet = ofFamily(node.subnets, family);
  return subnet && managementAddressIn(subnet);
}

/** Returns the node's address on the transit switch. */
export function transitAddress(node: Node, family: Family): Address | undefined {
  return node.transitAddresses.find(({ address }) => address.family === family)?.address;
}

/**
 * Returns the node's address on its physical network, the external address of its gateway router: the first of the
 * family.
 */
export function gatewayAddress(node: Node, family: Family): Address | undefined {
  return node.gateway?.ipAddresses.find(({ address }) => address.family === family)?.address;
}

/** Offset of each masquerade address in its subnet. */
const MASQUERADE_OFFSET = { ovn: 1, host: 2, hostETPLocal: 3, dummyNextHop: 4, serviceHairpin: 5 } as const;

/** Returns the reserved address for one side of traffic between OVN and the host. */
export function masqueradeAddress(
  configuration: Configuration,
  family: Family,
  role: keyof typeof MASQUERADE_OFFSET,
): Address | undefined {
  const subnet = ofFamily(configuration.masqueradeSubnets, family);
  return subnet && masqueradeAddressIn(subnet, role);
}

/** Returns the reserved address for a role in a masquerade subnet. */
export function masqueradeAddressIn(subnet: Prefix, role: keyof typeof MASQUERADE_OFFSET): Address {
  return addressAt(subnet, MASQUERADE_OFFSET[role]);
}

/** Link-local gateway that pods reach on every node, so that their default route survives a live migration. */
export const ARP_PROXY = '0a:58:a9:fe:01:01 169.254.1.1 fe80::1';
