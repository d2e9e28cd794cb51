import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Prefix } from '../../../../net/address.js';
import { formatPrefix, isInside } from '../../../../net/prefix.js';
import { DEFAULT_ZONE } from '../../../../ovn-kubernetes/zones.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { present } from '../../../../std/present.js';
import type { RouterRow } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { routeRow } from '../topology/routes.js';
import { joinNextHop } from './next-hop.js';

/**
 * Returns the routes that bring pods' traffic to a gateway router of an interconnected zone. Traffic of other zones'
 * pods arrives over the transit switch, and must reach the router that translates it. The router has one route for each
 * cluster subnet. Its next hop is the first node that has one, with or without egress addresses.
 *
 * OVN-Kubernetes replaces the route of a subnet with that of each node that it visits, in no order. If the release
 * replaces the routes of nodes, each node has a route.
 */
export function emitZoneRoutes(zone: string, nodes: readonly Node[], configuration: Configuration): RouterRow[] {
  if (!hasZoneRoutes(zone, configuration)) return [];
  const rows = new Map<string, RouterRow>();
  for (const prefix of clusterPrefixes(configuration)) {
    const nextHops = present(nodes.map((node) => joinNextHop(node, configuration, prefix.family)));
    for (const nexthop of configuration.release.egressIP.replacesNodeRoutes ? nextHops : nextHops.slice(0, 1)) {
      const row = routeRow(clusterRouterName, { ip_prefix: formatPrefix(prefix), nexthop, policy: 'src-ip' });
      rows.set(row.key, { router: clusterRouterName, row });
    }
  }
  return [...rows.values()];
}

/** Returns true if a route of the zone from a pod network replaces the one from the subnet of a node. */
export function isReplaced({ zone, ready }: Node, subnet: Prefix, configuration: Configuration): boolean {
  const { features, gatewayMode, release } = configuration;
  if (!release.egressIP.replacesNodeRoutes || gatewayMode !== 'shared' || !hasZoneRoutes(zone, configuration))
    return false;
  if (!features.has('egressIP') && !(features.has('egressService') && ready)) return false;
  return clusterPrefixes(configuration).some((prefix) => isInside(subnet, prefix));
}

/** Returns true if a zone is interconnected, and has routes for the pods of others. */
export function hasZoneRoutes(zone: string, { interconnect }: Configuration): boolean {
  return interconnect && zone !== DEFAULT_ZONE;
}
