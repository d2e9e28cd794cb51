/**
 * What the base rows of a zone are called, and the addresses that OVN-Kubernetes v1.3 gives to routers and nodes.
 * Base rows are found by these names, whether Weir emits them or a live controller does.
 */
import type { Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Address, Family, Prefix } from '../../../net/address.js';
import { addressAt, contains, ofFamily } from '../../../net/prefix.js';

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

/** The cluster router's address on the join switch: the first of the join subnet. */
export function clusterRouterJoinAddress(configuration: Configuration, family: Family): Address | undefined {
  const subnet = ofFamily(configuration.joinSubnets, family);
  return subnet && addressAt(subnet, 1);
}

/**
 * The gateway router's address on the join switch: the node id's place in the join subnet, or what the node says where it
 * has no id. Undefined when it says nothing, or the subnet has no such place.
 */
export function joinAddress(node: Node, configuration: Configuration, family: Family): Address | undefined {
  const subnet = ofFamily(configuration.joinSubnets, family);
  const address = subnet && (addressOfId(node, subnet) ?? node.joinAddresses?.find((one) => one.family === family));
  return address && contains(subnet, address) ? address : undefined;
}

function addressOfId({ nodeId }: Node, subnet: Prefix): Address | undefined {
  return nodeId !== undefined && Number.isSafeInteger(nodeId) ? addressAt(subnet, nodeId) : undefined;
}

/** The management port's address in the node's (first) subnet of a family: its second. */
export function managementAddress(node: Node, family: Family): Address | undefined {
  const subnet = ofFamily(node.subnets, family);
  return subnet && addressAt(subnet, 2);
}

/** The node's address on the transit switch. */
export function transitAddress(node: Node, family: Family): Address | undefined {
  return node.transitAddresses.find(({ address }) => address.family === family)?.address;
}

/** The node's address on its physical network, the external address of its gateway router: the first of the family. */
export function gatewayAddress(node: Node, family: Family): Address | undefined {
  return node.gateway?.ipAddresses.find(({ address }) => address.family === family)?.address;
}

/** Where each masquerade address is in its subnet. */
const MASQUERADE_OFFSET = { ovn: 1, host: 2, hostETPLocal: 3, dummyNextHop: 4, serviceHairpin: 5 } as const;

/** The reserved address that stands for one side of traffic between OVN and the host. */
export function masqueradeAddress(
  configuration: Configuration,
  family: Family,
  role: keyof typeof MASQUERADE_OFFSET,
): Address | undefined {
  const subnet = ofFamily(configuration.masqueradeSubnets, family);
  return subnet && addressAt(subnet, MASQUERADE_OFFSET[role]);
}

/**
 * Whether a node gets a switch: its subnets are of exactly the enabled families (others are rejected by OVN-Kubernetes)
 * and have room for the gateway's and the management port's addresses.
 */
export function hasNodeSwitch(node: Node, { ipFamilies }: Configuration): boolean {
  return (
    ipFamilies.every((family) => node.subnets.some((subnet) => subnet.family === family)) &&
    node.subnets.every((subnet) => ipFamilies.includes(subnet.family) && contains(subnet, addressAt(subnet, 2)))
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
