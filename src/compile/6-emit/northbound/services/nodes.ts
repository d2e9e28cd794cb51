import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { type CanonicalAddress, withText } from '../../../../net/address.js';
import {
  gatewayRouterName,
  hasGatewayRouter,
  hasNodeSwitch,
  nodeSwitchName,
} from '../../../../ovn-kubernetes/row-names.js';

/** What load balancers need to know of a node. */
export interface BalancingNode {
  readonly name: string;
  readonly switchName: string;
  /** Absent for a node without gateway router. */
  readonly routerName?: string;
  /** The gateway router's own addresses. */
  readonly gatewayAddresses: readonly CanonicalAddress[];
  /** Sorted as text. */
  readonly hostAddresses: readonly CanonicalAddress[];
  /** Whether the gateway router answers on node ports. */
  readonly hasNodePorts: boolean;
  /** Only of a node with a gateway. */
  readonly chassisId?: string;
}

/**
 * The nodes of a zone that have a switch, in their order. OVN-Kubernetes takes it from their annotations that a node of
 * an external topology has a switch and a gateway router.
 */
export function balancingNodes(zone: string, cluster: Cluster, configuration: Configuration): BalancingNode[] {
  const isManaged = configuration.topology === 'managed';
  const hasSwitch = (node: Node): boolean => (isManaged ? hasNodeSwitch(node, configuration) : node.subnets.length > 0);
  const hasRouter = (node: Node): boolean =>
    isManaged ? hasGatewayRouter(node, configuration) : node.gateway !== undefined && node.chassisId !== undefined;
  const nodes = (cluster.zones.get(zone) ?? []).filter(hasSwitch);
  return nodes.map((node) => balancingNode(node, hasRouter(node)));
}

function balancingNode(node: Node, hasRouter: boolean): BalancingNode {
  const { name, gateway, chassisId = '' } = node;
  return {
    name,
    switchName: nodeSwitchName(name),
    ...(hasRouter && { routerName: gatewayRouterName(name) }),
    gatewayAddresses: (gateway?.ipAddresses ?? []).map(({ address }) => withText(address)),
    hostAddresses: node.hostAddresses ?? [],
    hasNodePorts: gateway?.nodePortEnable ?? false,
    ...(gateway && chassisId !== '' && { chassisId }),
  };
}
