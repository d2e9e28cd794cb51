import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Row } from '../../../../model/northbound.js';
import { formatAddress } from '../../../../net/address.js';
import { formatPrefix } from '../../../../net/prefix.js';
import {
  clusterRouterName,
  transitSwitchName,
  transitRouterPortName,
  transitSwitchPortName,
} from '../../../../ovn-kubernetes/row-names.js';
import { joinAddress, transitAddress } from '../../../../ovn-kubernetes/addresses.js';
import { createTunnelGapFinder } from '../../../../ovn-kubernetes/node-annotations.js';
import { addRouterPort } from './cluster-router.js';
import { type TopologyRows, type TopologyEntry, addRow, placeRow, refer, rowOf } from './topology-rows.js';
import { annotatedAddress, hostPrefix } from './networks.js';
import { placeRoute, routeRow } from './routes.js';
import { TRANSIT_SWITCH_TUNNEL_KEY } from '../../../../ovn-kubernetes/numbers.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/** Adds the switch that connects the zones. */
export function addTransitSwitch(draft: TopologyRows): TopologyEntry {
  return addRow(draft, 'Logical_Switch', transitSwitchName, {
    name: transitSwitchName,
    other_config: {
      'interconn-ts': transitSwitchName,
      mcast_flood_unregistered: 'true',
      mcast_querier: 'false',
      mcast_snoop: 'true',
      'requested-tnl-key': `${TRANSIT_SWITCH_TUNNEL_KEY}`,
    },
  });
}

/** Connects the cluster router to the transit switch, under the name of a node of the zone. */
export function addLocalTransitPort(
  draft: TopologyRows,
  node: Node,
  transit: TopologyEntry,
  router: TopologyEntry,
): void {
  const [first] = node.transitAddresses;
  if (!first || node.nodeId === undefined) return;
  const name = transitRouterPortName(node.name);
  const routerPort = addRow(draft, 'Logical_Router_Port', name, {
    name,
    mac: macOf(first.address),
    networks: node.transitAddresses.map(annotatedAddress).sort(),
    options: { mcast_flood: 'true' },
  });
  refer(router, 'ports', routerPort);
  const switchPort = addRouterPort(draft, transitSwitchPortName(node.name), name, {
    options: { 'requested-tnl-key': `${node.nodeId}` },
    external_ids: { node: node.name },
  });
  refer(transit, 'ports', switchPort);
}

/** Adds the port and the routes to another zone's node. */
export function addRemoteNode(
  draft: TopologyRows,
  { port, routes }: RemoteRows,
  transit: TopologyEntry,
  router: TopologyEntry,
): void {
  refer(transit, 'ports', placeRow(draft, 'Logical_Switch_Port', port));
  for (const route of routes) placeRoute(draft, router, route);
}

/** Rows of a node in the other zones. */
export interface RemoteRows {
  readonly port: Row;
  readonly routes: readonly Row[];
}

/**
 * Creates a function that returns the rows of a node in other zones, or undefined if it lacks annotations. With a zone
 * per node, each of n nodes is remote in n - 1 zones, with the same rows. They are made once.
 */
export function createRemoteRows(
  nodes: readonly Node[],
  configuration: Configuration,
): (node: Node) => RemoteRows | undefined {
  const findTunnelGap = createTunnelGapFinder(nodes, configuration);
  const known = new Map<Node, RemoteRows | undefined>();
  return (node) => {
    if (!known.has(node)) {
      const port = remotePort(node, configuration);
      const routes = findTunnelGap(node) === undefined ? remoteRoutes(node, configuration) : [];
      known.set(node, port && { port, routes });
    }
    return known.get(node);
  };
}

function remotePort(node: Node, { release }: Configuration): Row | undefined {
  const { nodeId, chassisId, transitAddresses } = node;
  const { remoteChassis } = release.base;
  const [first] = transitAddresses;
  if (!first || nodeId === undefined || chassisId === undefined) return undefined;
  const name = transitSwitchPortName(node.name);
  return rowOf(name, {
    name,
    type: 'remote',
    addresses: [[macOf(first.address), ...transitAddresses.map(annotatedAddress)].join(' ')],
    options: {
      ...(remoteChassis !== 'none' && { 'requested-chassis': remoteChassis === 'id' ? chassisId : node.name }),
      'requested-tnl-key': `${nodeId}`,
    },
    external_ids: { node: node.name },
  });
}

/**
 * Returns the routes to a remote node's pods and gateway router. There are none before its tunnel endpoint is known.
 */
function remoteRoutes(node: Node, configuration: Configuration): readonly Row[] {
  const externalIds = { 'ic-node': node.name, ...configuration.release.base.remoteRouteIds };
  return configuration.ipFamilies.flatMap((family) => {
    const transit = transitAddress(node, family);
    if (!transit) return [];
    const subnets = node.subnets.filter((subnet) => subnet.family === family).map(formatPrefix);
    const join = joinAddress(node, configuration, family);
    const prefixes = join ? [...subnets, hostPrefix(join)] : subnets;
    const nexthop = formatAddress(transit);
    return prefixes.map((ip_prefix) => routeRow(clusterRouterName, { ip_prefix, nexthop }, externalIds));
  });
}
