import { asObject } from '../std/json.js';
import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { NodeGaps } from '../model/gap.js';
import { listNames } from '../std/list-text.js';
import { joinAddress, transitAddress } from './addresses.js';
import { hasNodeSwitch } from './row-names.js';
import { NODE_ANNOTATION } from './annotations.js';
import { DEFAULT_ZONE } from './zones.js';

/** Returns true if the inventory describes the network of OVN-Kubernetes: any node has a subnet for its pods. */
export function describesNetwork(nodes: readonly Node[]): boolean {
  return nodes.some(({ subnets }) => subnets.length > 0);
}

/**
 * Returns the annotations that a node lacks for its gateway router. OVN-Kubernetes creates none if any is missing. The
 * id may be missing if the address on the join switch is set.
 */
export function missingForGateway({ subnets, nodeId, joinAddresses, chassisId, gateway }: Node): string[] {
  return [
    ...(subnets.length === 0 ? [NODE_ANNOTATION.subnets] : []),
    ...(nodeId === undefined && !joinAddresses ? [NODE_ANNOTATION.id] : []),
    ...(chassisId === undefined ? [NODE_ANNOTATION.chassisId] : []),
    ...(gateway ? [] : [NODE_ANNOTATION.gateway]),
  ];
}

/**
 * Returns the annotation that a node lacks to locate its tunnel endpoint, or undefined if it is known. Releases before
 * 2025 do not write `node-encap-ips`: if no node has it, tunnels end at the primary address of each node.
 */
export type FindTunnelGap = (node: Node) => string | undefined;

/** Creates the finder for the nodes of a cluster, which all run the same release. */
export function createTunnelGapFinder(nodes: readonly Node[], { release }: Configuration): FindTunnelGap {
  if (!release.base.needsTunnelAddresses) return () => undefined;
  if (nodes.some(({ hasEncapIPs }) => hasEncapIPs)) {
    return ({ hasEncapIPs }) => (hasEncapIPs ? undefined : NODE_ANNOTATION.encapIPs);
  }
  return ({ primaryAddresses, gateway, hostAddresses = [] }) =>
    primaryAddresses.length + hostAddresses.length > 0 || gateway ? undefined : NODE_ANNOTATION.primaryAddresses;
}

/** Returns the annotations that a node lacks for its network. */
export type FindNodeGaps = (node: Node) => NodeGaps;

/** Creates the finder for the nodes of a cluster. */
export function createNodeGapFinder(nodes: readonly Node[], configuration: Configuration): FindNodeGaps {
  const findTunnelGap = createTunnelGapFinder(nodes, configuration);
  const isOutOfZones = createZoneGapCheck(nodes, configuration);
  return (node) => {
    const lacksZone = isOutOfZones(node);
    return {
      node: node.name,
      zone: lacksZone ? node.name : node.zone,
      isAbsent: false,
      ofPods: missingForPods(node, configuration),
      ofZones: [
        ...(lacksZone ? [missingZone(node)] : []),
        ...(configuration.interconnect ? missingForZones(node, configuration, findTunnelGap) : []),
      ],
      ofGateway: missingForRouter(node, configuration),
    };
  };
}

/**
 * Creates a function that returns true if a node has no own zone while other nodes have one. Interconnect connects
 * nothing in the default zone (OVN-Kubernetes), so such a node has no zone assigned yet.
 */
export function createZoneGapCheck(
  nodes: readonly Node[],
  { interconnect }: Pick<Configuration, 'interconnect'>,
): (node: Pick<Node, 'zone'>) => boolean {
  const isInNone = ({ zone }: Pick<Node, 'zone'>): boolean => zone === '' || zone === DEFAULT_ZONE;
  return interconnect && !nodes.every(isInNone) ? isInNone : () => false;
}

/** Names the missing zone. A zone of the node's own is missing also if the annotation names the default zone. */
function missingZone({ manifest }: Node): string {
  const annotations = asObject(asObject(manifest.object.metadata)?.annotations) ?? {};
  return annotations[NODE_ANNOTATION.zone] === DEFAULT_ZONE
    ? `${NODE_ANNOTATION.zone} other than ${DEFAULT_ZONE}`
    : NODE_ANNOTATION.zone;
}

function missingForPods(node: Node, configuration: Configuration): string[] {
  if (node.subnets.length === 0) return [NODE_ANNOTATION.subnets];
  return hasNodeSwitch(node, configuration) ? [] : [ofFamilies(NODE_ANNOTATION.subnets, configuration)];
}

function missingForZones(node: Node, configuration: Configuration, findTunnelGap: FindTunnelGap): string[] {
  const transit = NODE_ANNOTATION.transitAddresses;
  const { nodeId, chassisId, transitAddresses } = node;
  const lacksFamily = configuration.ipFamilies.some((family) => !transitAddress(node, family));
  const tunnel = findTunnelGap(node);
  return [
    ...(nodeId === undefined ? [NODE_ANNOTATION.id] : []),
    ...(chassisId === undefined ? [NODE_ANNOTATION.chassisId] : []),
    ...(transitAddresses.length === 0 ? [transit] : lacksFamily ? [ofFamilies(transit, configuration)] : []),
    ...(tunnel === undefined ? [] : [tunnel]),
  ];
}

function missingForRouter(node: Node, configuration: Configuration): string[] {
  const missing = missingForGateway(node);
  if (missing.length > 0) return missing;
  const hasJoin = configuration.ipFamilies.every((family) => joinAddress(node, configuration, family) !== undefined);
  return hasJoin ? [] : [`${NODE_ANNOTATION.id} in the join subnets`];
}

function ofFamilies(annotation: string, { ipFamilies }: Configuration): string {
  return `${annotation} for ${listNames(ipFamilies)}`;
}
