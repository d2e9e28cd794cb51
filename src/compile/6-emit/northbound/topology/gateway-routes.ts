import type { NodeGateway, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { formatAddress } from '../../../../net/address.js';
import { formatPrefix, ofFamily } from '../../../../net/prefix.js';
import { staticMacBindingKey } from '../keys.js';
import { externalRouterPortName } from '../../../../ovn-kubernetes/row-names.js';
import { clusterRouterJoinAddress, masqueradeAddress } from '../../../../ovn-kubernetes/addresses.js';
import { type TopologyRows, type TopologyEntry, addRow } from './topology-rows.js';
import { clusterPrefixes } from './networks.js';
import { addRoute } from './routes.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/** Adds a gateway router's routes: pods through the cluster router, masqueraded and other traffic to the outside. */
export function addGatewayRoutes(
  draft: TopologyRows,
  node: Node,
  gateway: NodeGateway,
  configuration: Configuration,
  router: TopologyEntry,
): void {
  for (const prefix of clusterPrefixes(configuration)) {
    const nexthop = clusterRouterJoinAddress(configuration, prefix.family);
    if (nexthop) addRoute(draft, router, { ip_prefix: formatPrefix(prefix), nexthop: formatAddress(nexthop) });
  }
  addMasqueradeRoutes(draft, node, configuration, router);
  const output_port = externalRouterPortName(node.name);
  for (const nextHop of gateway.nextHops) {
    if (!configuration.ipFamilies.includes(nextHop.family)) continue;
    const ip_prefix = nextHop.family === 'IPv4' ? '0.0.0.0/0' : '::/0';
    addRoute(draft, router, { ip_prefix, nexthop: formatAddress(nextHop), output_port });
  }
}

/**
 * Adds the routes of the masquerade addresses, which lead to the host. The next hop exists in no network, so its MAC is
 * bound statically.
 */
function addMasqueradeRoutes(
  draft: TopologyRows,
  node: Node,
  configuration: Configuration,
  router: TopologyEntry,
): void {
  const port = externalRouterPortName(node.name);
  for (const family of configuration.ipFamilies) {
    const subnet = ofFamily(configuration.masqueradeSubnets, family);
    const nextHop = masqueradeAddress(configuration, family, 'dummyNextHop');
    if (!subnet || !nextHop) continue;
    const ip = formatAddress(nextHop);
    const mark = configuration.release.base.masqueradeRouteIds;
    addRoute(draft, router, { ip_prefix: formatPrefix(subnet), nexthop: ip, output_port: port }, mark);
    addRow(draft, 'Static_MAC_Binding', staticMacBindingKey(port, ip), {
      logical_port: port,
      ip,
      mac: macOf(nextHop),
      override_dynamic_mac: true,
    });
  }
}
