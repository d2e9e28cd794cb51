import { protocolOf } from '../address-family.js';
import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { type Family, formatAddress } from '../../../../net/address.js';
import { formatPrefix } from '../../../../net/prefix.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { isReplaced } from '../egress-ip/zone-routes.js';
import { routerPolicyKey } from '../keys.js';
import { hasGatewayRouter, nodeRouterPortName } from '../../../../ovn-kubernetes/row-names.js';
import {
  gatewayAddress,
  joinAddress,
  managementAddress,
  managementAddressIn,
} from '../../../../ovn-kubernetes/addresses.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';
import { addRoute } from './routes.js';

/** Adds the cluster router's routes and policies for a node of the zone. */
export function addNodeRoutes(
  draft: TopologyRows,
  node: Node,
  configuration: Configuration,
  router: TopologyEntry,
): void {
  const withGateway = hasGatewayRouter(node, configuration);
  for (const subnet of node.subnets) {
    // Pods leave through the gateway router, or in local mode through the host's own routing.
    const join = withGateway ? joinAddress(node, configuration, subnet.family) : undefined;
    const nexthop = configuration.gatewayMode === 'local' ? managementAddressIn(subnet) : join;
    if (!nexthop || isReplaced(node, subnet, configuration)) continue;
    addRoute(draft, router, { ip_prefix: formatPrefix(subnet), nexthop: formatAddress(nexthop), policy: 'src-ip' });
  }
  if (!withGateway) return;
  for (const family of configuration.ipFamilies) {
    const join = joinAddress(node, configuration, family);
    const text = join && formatAddress(join);
    if (text !== undefined) addRoute(draft, router, { ip_prefix: text, nexthop: text });
    addHostPolicies(draft, node, configuration, family, router);
  }
}

/**
 * Adds the policies that send traffic of a node's pods to the node's own addresses through its management port.
 * Otherwise it would leave and return.
 */
function addHostPolicies(
  draft: TopologyRows,
  node: Node,
  configuration: Configuration,
  family: Family,
  router: TopologyEntry,
): void {
  const management = managementAddress(node, family);
  const gateway = gatewayAddress(node, family);
  if (!management || !gateway) return;
  const others = configuration.gatewayMode === 'shared' ? (node.hostAddresses ?? []) : [];
  const own = others.filter((address) => address.family === family).map(({ text }) => text);
  for (const address of new Set([formatAddress(gateway), ...own])) {
    const field = protocolOf(family);
    const match = `inport == "${nodeRouterPortName(node.name)}" && ${field}.dst == ${address} /* ${node.name} */`;
    const policy = addRow(
      draft,
      'Logical_Router_Policy',
      routerPolicyKey(router.key, ROUTER_POLICY_PRIORITY.toNode, match),
      { priority: ROUTER_POLICY_PRIORITY.toNode, match, action: 'reroute', nexthops: [formatAddress(management)] },
    );
    refer(router, 'policies', policy);
  }
}
