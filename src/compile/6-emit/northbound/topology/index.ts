import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Row } from '../../../../model/northbound.js';
import { hasGatewayRouter, hasNodeSwitch } from '../../../../ovn-kubernetes/row-names.js';
import { addClusterPortGroups } from './cluster-port-groups.js';
import { type ClusterRouter, addClusterRouter } from './cluster-router.js';
import { addMeters } from './control-plane-protection.js';
import { type TopologyRows, type TopologyEntry, addRow, finishTopology } from './topology-rows.js';
import { addGatewayNat } from './gateway-nat.js';
import { addGatewayRouter } from './gateway-router.js';
import { addGatewayRoutes } from './gateway-routes.js';
import { addLocalTransitPort, addRemoteNode, addTransitSwitch, createRemoteRows } from './interconnect.js';
import { addLoadBalancerGroups } from './load-balancer-groups.js';
import { addNodeRoutes } from './node-routes.js';
import { addNodeSwitch } from './node-switch.js';
import { addPodPorts, isOnSwitch } from './pods.js';

/** Rows that the rows of nodes connect to. */
interface Foundation extends ClusterRouter {
  readonly clusterPortGroup: TopologyEntry;
  /** If unset, there is no interconnect. */
  readonly transit?: TopologyEntry;
}

/**
 * Creates a function that returns the base rows of a zone's Northbound database: table → rows in the order of their
 * keys. They equal those of OVN-Kubernetes for the default network. Reference columns contain keys. Rows that share a
 * key are numbered `#1`, `#2`.
 *
 * A node that lacks an annotation is skipped for the rows that need it. Without valid subnets it has no rows at all.
 * Without chassis, id or gateway it has no gateway router, and without transit addresses no link between zones.
 */
export function createTopology(
  cluster: Cluster,
  configuration: Configuration,
): (zone: string) => ReadonlyMap<string, readonly Row[]> {
  const remoteRowsOf = createRemoteRows(cluster.nodes, configuration);
  return (zone) => {
    const draft: TopologyRows = new Map();
    const foundation = addFoundation(draft, zone, configuration);
    for (const node of cluster.zones.get(zone) ?? []) {
      if (hasNodeSwitch(node, configuration)) addLocalNode(draft, node, cluster, configuration, foundation);
    }
    const { transit, router } = foundation;
    if (transit) {
      for (const node of cluster.nodes) {
        const rows = node.zone === zone ? undefined : remoteRowsOf(node);
        if (rows) addRemoteNode(draft, rows, transit, router);
      }
    }
    return finishTopology(draft);
  };
}

function addFoundation(draft: TopologyRows, zone: string, configuration: Configuration): Foundation {
  addRow(draft, 'NB_Global', zone, { name: zone });
  addMeters(draft, configuration);
  addLoadBalancerGroups(draft);
  return {
    ...addClusterRouter(draft, configuration),
    clusterPortGroup: addClusterPortGroups(draft, configuration),
    ...(configuration.interconnect && { transit: addTransitSwitch(draft) }),
  };
}

function addLocalNode(
  draft: TopologyRows,
  node: Node,
  cluster: Cluster,
  configuration: Configuration,
  foundation: Foundation,
): void {
  const { router, join, transit } = foundation;
  const pods = (cluster.podsByNode.get(node.name) ?? []).filter(isOnSwitch);
  addPodPorts(draft, node, pods, configuration, addNodeSwitch(draft, node, configuration, foundation));
  addNodeRoutes(draft, node, configuration, router);
  if (node.gateway && hasGatewayRouter(node, configuration)) {
    const gatewayRouter = addGatewayRouter(draft, node, node.gateway, configuration, join);
    addGatewayRoutes(draft, node, node.gateway, configuration, gatewayRouter);
    addGatewayNat(draft, node, configuration, gatewayRouter, pods);
  }
  if (transit) addLocalTransitPort(draft, node, transit, router);
}
