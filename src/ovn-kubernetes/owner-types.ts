/**
 * The owner types of rows that OVN-Kubernetes makes for an effect, by that effect. Rows of single filters and policies
 * are owned by their kind.
 */
export const OWNER_TYPE = {
  /** Port groups of the pods of a namespace. */
  namespace: 'Namespace',
  /** Address sets of DNS names. */
  names: 'EgressFirewallDNS',
  /** DSCP values, and the address sets of their sources. */
  mark: 'EgressQoS',
  /** Reroutes to egress points, their translations, and what is left alone beside them. */
  egressPoint: 'EgressIP',
  /** Address sets of the addresses of all nodes, in releases where EgressIP does not own them. */
  clusterNodes: 'ClusterNodeIPs',
  /** Reroutes through the host of a node. */
  throughHost: 'EgressService',
  /** What brings pods with external gateways to the gateway router of their node. */
  toGatewayRouter: 'HybridNodeRoute',
  /** Pods that a selector of a policy picks. */
  selectedPods: 'PodSelector',
  /** The default deny of a namespace. */
  defaultDeny: 'NetpolNamespace',
  /** What every node may send to its pods. */
  fromNode: 'NetpolNode',
  /** What every policy lets through. */
  alwaysAllowed: 'NetpolDefault',
  /** Port groups of all pods, and of all nodes. */
  cluster: 'Cluster',
} as const;
