import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { NodeGaps } from '../model/gap.js';
import { listNames } from '../std/list-text.js';
import { joinAddress, transitAddress } from './addresses.js';
import { hasNodeSwitch } from './row-names.js';

const PREFIX = 'k8s.ovn.org/';

/** Returns whether the inventory describes the network of OVN-Kubernetes: any node has a subnet for its pods. */
export function describesNetwork(nodes: readonly Node[]): boolean {
  return nodes.some(({ subnets }) => subnets.length > 0);
}

/**
 * The annotations that a node lacks for its gateway router: without one of them OVN-Kubernetes v1.3 makes none. The id may be
 * missing where the address on the join switch is written.
 */
export function missingForGateway({ subnets, nodeId, joinAddresses, chassisId, gateway }: Node): string[] {
  const missing = [
    ...(subnets.length === 0 ? ['node-subnets'] : []),
    ...(nodeId === undefined && !joinAddresses ? ['node-id'] : []),
    ...(chassisId === undefined ? ['node-chassis-id'] : []),
    ...(gateway ? [] : ['l3-gateway-config']),
  ];
  return missing.map((name) => PREFIX + name);
}

/**
 * Finds the annotation that a node lacks to say where its tunnels end; undefined if it says so. Releases before 2025 do not
 * write `node-encap-ips`: if no node has it, tunnels end at the primary address of each node.
 */
export type FindTunnelGap = (node: Node) => string | undefined;

/** Creates the finder for the nodes of a cluster, which all run the same release. */
export function createTunnelGapFinder(nodes: readonly Node[], { release }: Configuration): FindTunnelGap {
  if (!release.base.needsTunnelAddresses) return () => undefined;
  if (nodes.some(({ hasEncapIPs }) => hasEncapIPs)) {
    return ({ hasEncapIPs }) => (hasEncapIPs ? undefined : `${PREFIX}node-encap-ips`);
  }
  return ({ primaryAddresses, gateway, hostAddresses = [] }) =>
    primaryAddresses.length + hostAddresses.length > 0 || gateway ? undefined : `${PREFIX}node-primary-ifaddr`;
}

/** Finds the annotations that a node lacks for its network. */
export function findNodeGaps(node: Node, configuration: Configuration, findTunnelGap: FindTunnelGap): NodeGaps {
  const { name, zone } = node;
  return {
    node: name,
    zone,
    isAbsent: false,
    ofPods: missingForPods(node, configuration),
    ofZones: configuration.interconnect ? missingForZones(node, configuration, findTunnelGap) : [],
    ofGateway: missingForRouter(node, configuration),
  };
}

function missingForPods(node: Node, configuration: Configuration): string[] {
  if (node.subnets.length === 0) return [`${PREFIX}node-subnets`];
  return hasNodeSwitch(node, configuration) ? [] : [ofFamilies(`${PREFIX}node-subnets`, configuration)];
}

function missingForZones(node: Node, configuration: Configuration, findTunnelGap: FindTunnelGap): string[] {
  const transit = `${PREFIX}node-transit-switch-port-ifaddr`;
  const { nodeId, chassisId, transitAddresses } = node;
  const lacksFamily = configuration.ipFamilies.some((family) => !transitAddress(node, family));
  const tunnel = findTunnelGap(node);
  return [
    ...(nodeId === undefined ? [`${PREFIX}node-id`] : []),
    ...(chassisId === undefined ? [`${PREFIX}node-chassis-id`] : []),
    ...(transitAddresses.length === 0 ? [transit] : lacksFamily ? [ofFamilies(transit, configuration)] : []),
    ...(tunnel === undefined ? [] : [tunnel]),
  ];
}

function missingForRouter(node: Node, configuration: Configuration): string[] {
  const missing = missingForGateway(node);
  if (missing.length > 0) return missing;
  const hasJoin = configuration.ipFamilies.every((family) => joinAddress(node, configuration, family) !== undefined);
  return hasJoin ? [] : [`${PREFIX}node-id in the join subnets`];
}

function ofFamilies(annotation: string, { ipFamilies }: Configuration): string {
  return `${annotation} for ${listNames(ipFamilies)}`;
}
