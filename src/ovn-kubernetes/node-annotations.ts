import type { Node } from '../model/cluster.js';

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
  return missing.map((name) => `k8s.ovn.org/${name}`);
}
