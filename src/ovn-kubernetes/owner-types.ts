/**
 * Owner types of rows that OVN-Kubernetes makes for an effect, by that effect. Rows of single filters and policies are
 * owned by their kind.
 */
export const OWNER_TYPE = {
  /** Port groups of the pods of a namespace. */
  namespace: 'Namespace',
  /** Address sets of DNS names. */
  names: 'EgressFirewallDNS',
  /** DSCP values, and the address sets of their sources. */
  mark: 'EgressQoS',
  /** Reroutes to egress points, their translations, and the exemptions from them. */
  egressPoint: 'EgressIP',
  /** Address sets of the addresses of all nodes, in releases in which EgressIP does not own them. */
  clusterNodes: 'ClusterNodeIPs',
  /** Reroutes through the host of a node. */
  throughHost: 'EgressService',
  /** Rows that bring pods with external gateways to the gateway router of their node. */
  toGatewayRouter: 'HybridNodeRoute',
  /** Address sets of pods that a selector of a policy matches. */
  selectedPods: 'PodSelector',
  /** Default deny of a namespace. */
  defaultDeny: 'NetpolNamespace',
  /** Rules that allow traffic from every node to its pods. */
  fromNode: 'NetpolNode',
  /** Traffic that is allowed with every policy. */
  alwaysAllowed: 'NetpolDefault',
  /** Port groups of all pods, and of all nodes. */
  cluster: 'Cluster',
} as const;
