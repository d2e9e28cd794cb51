import type { Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import { formatPrefix } from '../../../net/prefix.js';
import { clusterRouterName } from '../names.js';
import type { RouterRow } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { routeRow } from '../topology/routes.js';
import { joinNextHop } from './next-hop.js';

/** The zone of nodes that say none: there interconnect has nothing to connect. */
const DEFAULT_ZONE = 'global';

/**
 * The routes that bring pods' traffic, wherever it comes from, to the gateway routers of an interconnected zone: traffic
 * of other zones' pods arrives over the transit switch and must find the router that translates it. OVN-Kubernetes v1.3
 * makes them for every node of the zone, with or without egress addresses.
 */
export function emitZoneRoutes(zone: string, nodes: readonly Node[], configuration: Configuration): RouterRow[] {
  if (!configuration.interconnect || zone === DEFAULT_ZONE) return [];
  const rows = new Map<string, RouterRow>();
  for (const prefix of clusterPrefixes(configuration)) {
    for (const node of nodes) {
      const nexthop = joinNextHop(node, configuration, prefix.family);
      if (nexthop === undefined) continue;
      const row = routeRow(clusterRouterName, { ip_prefix: formatPrefix(prefix), nexthop, policy: 'src-ip' });
      rows.set(row.key, { router: clusterRouterName, row });
    }
  }
  return [...rows.values()];
}
