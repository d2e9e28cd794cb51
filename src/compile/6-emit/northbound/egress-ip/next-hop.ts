import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { EgressPoint } from '../../../../model/intent/egress-point.js';
import { type Family, formatAddress } from '../../../../net/address.js';
import { hasGatewayRouter, hasNodeSwitch } from '../../../../ovn-kubernetes/row-names.js';
import { joinAddress, managementAddress, transitAddress } from '../../../../ovn-kubernetes/addresses.js';

/**
 * Returns true if a router of the zone can reach the gateway router of a node. A live controller may know more gateways
 * than Weir.
 */
export function hasGateway(node: Node, configuration: Configuration): boolean {
  return configuration.topology === 'external' || hasGatewayRouter(node, configuration);
}

/** Returns the gateway router's join address as text, or undefined if there is no such router. */
export function joinNextHop(node: Node, configuration: Configuration, family: Family): string | undefined {
  const address = hasGateway(node, configuration) ? joinAddress(node, configuration, family) : undefined;
  return address && formatAddress(address);
}

/**
 * Returns the next hop of a zone's cluster router for traffic that leaves at a point. It is the gateway router or the
 * management port of a node of the zone, else an address on the transit switch. Returns undefined if the node lacks the
 * annotation with the address.
 */
export function nextHopOf(
  { node, network }: Pick<EgressPoint, 'node' | 'network'>,
  family: Family,
  zone: string,
  configuration: Configuration,
): string | undefined {
  if (node.zone !== zone) {
    const transit = transitAddress(node, family);
    return transit && formatAddress(transit);
  }
  if (network === 'primary') return joinNextHop(node, configuration, family);
  const isThere = configuration.topology === 'external' || hasNodeSwitch(node, configuration);
  const management = isThere ? managementAddress(node, family) : undefined;
  return management && formatAddress(management);
}
