/**
 * What the base rows of a zone are called in OVN-Kubernetes v1.3. They are found by these names, whether Weir emits them or
 * a live controller does.
 */
import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { contains } from '../net/prefix.js';
import { joinAddress, managementAddressIn } from './addresses.js';

/** The distributed router of a zone. */
export const clusterRouterName = 'ovn_cluster_router';

/** The switch between the cluster router and the gateway routers. */
export const joinSwitchName = 'join';

/** The switch between the zones of an interconnected cluster. */
export const transitSwitchName = 'transit_switch';

/** `Logical_Router.name` of a node's gateway router. */
export function gatewayRouterName(nodeName: string): string {
  return `GR_${nodeName}`;
}

/** The node of a gateway router. Returns '' for another router. */
export function nodeOfRouter(router: string): string {
  const prefix = gatewayRouterName('');
  return router.startsWith(prefix) ? router.slice(prefix.length) : '';
}

/** `Logical_Switch.name` of the switch that holds a node's pods. */
export function nodeSwitchName(nodeName: string): string {
  return nodeName;
}

/** The cluster router's port to a node's switch. */
export function nodeRouterPortName(nodeName: string): string {
  return `rtos-${nodeName}`;
}

/** The logical switch port behind which a node's own network stack is. */
export function managementPortName(nodeName: string): string {
  return `k8s-${nodeName}`;
}

/** The gateway router's port to the join switch. */
export function joinRouterPortName(nodeName: string): string {
  return `rtoj-${gatewayRouterName(nodeName)}`;
}

/** The gateway router's port to the node's physical network. */
export function externalRouterPortName(nodeName: string): string {
  return `rtoe-${gatewayRouterName(nodeName)}`;
}

/** The gateway router's port that external gateways are reached through: that of the second gateway interface, if any. */
export function externalGatewayPortName(node: Node): string {
  const port = externalRouterPortName(node.name);
  return node.gateway?.external ? `exgw-${port}` : port;
}

/** `Logical_Switch_Port.name` of a pod on the default network. */
export function podPortName(namespace: string, podName: string): string {
  return `${namespace}_${podName}`;
}

/**
 * Whether a node gets a switch: its subnets are of exactly the enabled families (others are rejected by OVN-Kubernetes)
 * and have room for the gateway's and the management port's addresses.
 */
export function hasNodeSwitch(node: Node, { ipFamilies }: Configuration): boolean {
  return (
    ipFamilies.every((family) => node.subnets.some((subnet) => subnet.family === family)) &&
    node.subnets.every((subnet) => ipFamilies.includes(subnet.family) && contains(subnet, managementAddressIn(subnet)))
  );
}

/** Whether a node gets a gateway router: it has a switch, a chassis, a gateway configuration and its join addresses. */
export function hasGatewayRouter(node: Node, configuration: Configuration): boolean {
  return (
    hasNodeSwitch(node, configuration) &&
    node.chassisId !== undefined &&
    node.gateway !== undefined &&
    node.gateway.ipAddresses.length > 0 &&
    configuration.ipFamilies.every((family) => joinAddress(node, configuration, family) !== undefined)
  );
}
