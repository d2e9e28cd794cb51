import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { formatPrefix } from '../../../../net/prefix.js';
import { DEFAULT_ZONE } from '../../../../ovn-kubernetes/zones.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import type { RouterRow } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { routeRow } from '../topology/routes.js';
import { joinNextHop } from './next-hop.js';

/**
 * The routes that bring pods' traffic, wherever it comes from, to a gateway router of an interconnected zone: traffic of
 * other zones' pods arrives over the transit switch and must find the router that translates it. The router has one for
 * each cluster subnet, whose next hop is the first node that has one, with or without egress addresses. (OVN-Kubernetes
 * replaces the route of a subnet with that of each node that it looks at, in no order.)
 */
export function emitZoneRoutes(zone: string, nodes: readonly Node[], configuration: Configuration): RouterRow[] {
  if (!configuration.interconnect || zone === DEFAULT_ZONE) return [];
  const rows = new Map<string, RouterRow>();
  for (const prefix of clusterPrefixes(configuration)) {
    const nextHops = nodes.map((node) => joinNextHop(node, configuration, prefix.family));
    const nexthop = nextHops.find((hop) => hop !== undefined);
    if (nexthop === undefined) continue;
    const row = routeRow(clusterRouterName, { ip_prefix: formatPrefix(prefix), nexthop, policy: 'src-ip' });
    rows.set(row.key, { router: clusterRouterName, row });
  }
  return [...rows.values()];
}
