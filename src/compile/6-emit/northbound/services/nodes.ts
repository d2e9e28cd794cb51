import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { ServiceForms } from '../../../../model/release.js';
import { type CanonicalAddress, type Prefix, withText } from '../../../../net/address.js';
import {
  gatewayRouterName,
  hasGatewayRouter,
  hasNodeSwitch,
  nodeSwitchName,
} from '../../../../ovn-kubernetes/row-names.js';

/** Properties of a node that load balancers need. */
export interface BalancingNode {
  readonly name: string;
  readonly switchName: string;
  /** If unset, the node has no gateway router. */
  readonly routerName?: string;
  /** Addresses of the gateway router, which it shares with the host. */
  readonly gatewayAddresses: readonly CanonicalAddress[];
  /** Subnets of the node's pods. */
  readonly subnets: readonly Prefix[];
  /** Host addresses, sorted as text. */
  readonly hostAddresses: readonly CanonicalAddress[];
  /** True if the gateway router answers on node ports. */
  readonly hasNodePorts: boolean;
  /** If unset, the node has no gateway. */
  readonly chassisId?: string;
}

/**
 * Returns the nodes of a zone that have a switch, in their order. In an external topology, OVN-Kubernetes concludes
 * from annotations that a node has a switch and a gateway router.
 */
export function balancingNodes(zone: string, cluster: Cluster, configuration: Configuration): BalancingNode[] {
  const isManaged = configuration.topology === 'managed';
  const hasSwitch = (node: Node): boolean => (isManaged ? hasNodeSwitch(node, configuration) : node.subnets.length > 0);
  const hasRouter = (node: Node): boolean =>
    isManaged ? hasGatewayRouter(node, configuration) : node.gateway !== undefined && node.chassisId !== undefined;
  const nodes = (cluster.zones.get(zone) ?? []).filter(hasSwitch);
  return nodes.map((node) => balancingNode(node, hasRouter(node), configuration.release.services));
}

function balancingNode(node: Node, hasRouter: boolean, { keepsNodePorts }: ServiceForms): BalancingNode {
  const { name, gateway, chassisId = '', subnets } = node;
  const hasNodePorts = gateway?.nodePortEnable ?? false;
  const ownAddresses = keepsNodePorts && !hasNodePorts ? [] : (gateway?.ipAddresses ?? []);
  return {
    name,
    switchName: nodeSwitchName(name),
    ...(hasRouter && { routerName: gatewayRouterName(name) }),
    gatewayAddresses: ownAddresses.map(({ address }) => withText(address)),
    hostAddresses: node.hostAddresses ?? [],
    subnets,
    hasNodePorts: keepsNodePorts || hasNodePorts,
    ...(gateway && chassisId !== '' && { chassisId }),
  };
}
