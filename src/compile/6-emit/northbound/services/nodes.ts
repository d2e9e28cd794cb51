import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { formatAddress } from '../../../../net/address.js';
import { gatewayRouterName, hasGatewayRouter, hasNodeSwitch, nodeSwitchName } from '../names.js';

/** What load balancers need to know of a node. Addresses are canonical text. */
export interface BalancingNode {
  readonly name: string;
  readonly switchName: string;
  /** Absent for a node without gateway router. */
  readonly routerName?: string;
  /** The gateway router's own addresses. */
  readonly gatewayAddresses: readonly string[];
  /** Sorted as text. */
  readonly hostAddresses: readonly string[];
  /** Whether the gateway router answers on node ports. */
  readonly hasNodePorts: boolean;
  /** Only of a node with a gateway. */
  readonly chassisId?: string;
}

/** The nodes of a zone that have a switch, in their order. */
export function balancingNodes(zone: string, cluster: Cluster, configuration: Configuration): BalancingNode[] {
  const nodes = (cluster.zones.get(zone) ?? []).filter((node) => hasNodeSwitch(node, configuration));
  return nodes.map((node) => balancingNode(node, configuration));
}

function balancingNode(node: Node, configuration: Configuration): BalancingNode {
  const { name, gateway, chassisId = '' } = node;
  return {
    name,
    switchName: nodeSwitchName(name),
    ...(hasGatewayRouter(node, configuration) && { routerName: gatewayRouterName(name) }),
    gatewayAddresses: (gateway?.ipAddresses ?? []).map(({ address }) => formatAddress(address)),
    hostAddresses: node.hostAddresses ?? [],
    hasNodePorts: gateway?.nodePortEnable ?? false,
    ...(gateway && chassisId !== '' && { chassisId }),
  };
}
