/**
 * Names of the base rows of a zone in OVN-Kubernetes. The rows are found by these names, even if a live controller
 * makes them.
 */
import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { contains } from '../net/prefix.js';
import { joinAddress, managementAddressIn } from './addresses.js';

/** Distributed router of a zone. */
export const clusterRouterName = 'ovn_cluster_router';

/** Switch between the cluster router and the gateway routers. */
export const joinSwitchName = 'join';

/** Switch between the zones of an interconnected cluster. */
export const transitSwitchName = 'transit_switch';

/** Returns `Logical_Router.name` of a node's gateway router. */
export function gatewayRouterName(nodeName: string): string {
  return `GR_${nodeName}`;
}

/** Returns the node of a gateway router, or '' for another router. */
export function nodeOfRouter(router: string): string {
  const prefix = gatewayRouterName('');
  return router.startsWith(prefix) ? router.slice(prefix.length) : '';
}

/** Returns `Logical_Switch.name` of the switch with a node's pods. */
export function nodeSwitchName(nodeName: string): string {
  return nodeName;
}

/** Returns the cluster router's port to a node's switch. */
export function nodeRouterPortName(nodeName: string): string {
  return `rtos-${nodeName}`;
}

/** Returns the logical switch port of a node's own network stack. */
export function managementPortName(nodeName: string): string {
  return `k8s-${nodeName}`;
}

/** Returns the port of the switch of a node to the cluster router. */
export function nodeSwitchPortName(nodeName: string): string {
  return `stor-${nodeName}`;
}

/** Returns the port of a router to the join switch. */
export function joinPortOfRouter(router: string): string {
  return `rtoj-${router}`;
}

/** Returns the port of the join switch to a router. */
export function joinSwitchPortName(router: string): string {
  return `jtor-${router}`;
}

/** Returns the gateway router's port to the join switch. */
export function joinRouterPortName(nodeName: string): string {
  return joinPortOfRouter(gatewayRouterName(nodeName));
}

/** Returns the port of the cluster router to the transit switch, named after a node of the zone. */
export function transitRouterPortName(nodeName: string): string {
  return `rtots-${nodeName}`;
}

/** Returns the port of the transit switch that leads to a node. */
export function transitSwitchPortName(nodeName: string): string {
  return `tstor-${nodeName}`;
}

/** Returns the gateway router's port to the node's physical network. */
export function externalRouterPortName(nodeName: string): string {
  return `rtoe-${gatewayRouterName(nodeName)}`;
}

/** Returns the switch between the gateway router of a node and its physical network. */
export function externalSwitchName(nodeName: string): string {
  return `ext_${nodeName}`;
}

/** Returns the port of that switch to the gateway router. */
export function externalSwitchPortName(nodeName: string): string {
  return `etor-${gatewayRouterName(nodeName)}`;
}

/**
 * Interfaces of a gateway router: the prefix of row names, and the physical network in the bridge mappings of the
 * chassis.
 */
export const GATEWAY_INTERFACE = {
  first: { prefix: '', physicalNetwork: 'physnet' },
  second: { prefix: 'exgw-', physicalNetwork: 'exgwphysnet' },
} as const;

/** Returns the gateway router's port to external gateways: that of the second gateway interface, if any. */
export function externalGatewayPortName(node: Node): string {
  const port = externalRouterPortName(node.name);
  return node.gateway?.external ? GATEWAY_INTERFACE.second.prefix + port : port;
}

/** Groups of load balancers. */
export const LOAD_BALANCER_GROUP = {
  /** Group of every node switch and gateway router. */
  cluster: 'clusterLBGroup',
  /** Group of every node switch. */
  switches: 'clusterSwitchLBGroup',
  /** Group of the gateway routers of nodes with node ports. */
  routers: 'clusterRouterLBGroup',
} as const;

/** Port groups of the cluster. */
export const CLUSTER_PORT_GROUP = {
  /** Group of the management ports of nodes. */
  nodes: 'clusterPortGroup',
  routers: 'clusterRtrPortGroup',
} as const;

/** Returns `Logical_Switch_Port.name` of a pod on the default network. */
export function podPortName(namespace: string, podName: string): string {
  return `${namespace}_${podName}`;
}

/**
 * Returns true if a node gets a switch: its subnets are of exactly the enabled families, and have space for the
 * gateway's and the management port's addresses. OVN-Kubernetes rejects other families.
 */
export function hasNodeSwitch(node: Node, { ipFamilies }: Configuration): boolean {
  return (
    ipFamilies.every((family) => node.subnets.some((subnet) => subnet.family === family)) &&
    node.subnets.every((subnet) => ipFamilies.includes(subnet.family) && contains(subnet, managementAddressIn(subnet)))
  );
}

/**
 * Returns true if a node gets a gateway router: it has a switch, a chassis, a gateway configuration and its join
 * addresses.
 */
export function hasGatewayRouter(node: Node, configuration: Configuration): boolean {
  return (
    hasNodeSwitch(node, configuration) &&
    node.chassisId !== undefined &&
    node.gateway !== undefined &&
    node.gateway.ipAddresses.length > 0 &&
    configuration.ipFamilies.every((family) => joinAddress(node, configuration, family) !== undefined)
  );
}
