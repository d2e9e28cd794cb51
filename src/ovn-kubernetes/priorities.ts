/**
 * Priorities of rows and rules in OVN-Kubernetes, which decide between matching ones. In OVN the highest wins
 * (ovn-nb(5)), in a host's rules the lowest (ip-rule(8)).
 */

/** Policies of the cluster router, the highest first. */
export const ROUTER_POLICY_PRIORITY = {
  /** Traffic to a node's own addresses goes to its management port. */
  toNode: 1004,
  /** With local gateways, pods with external gateways go to the gateway router of their node. */
  toGatewayRouter: 501,
  /** Traffic inside the cluster is exempt from the reroutes below. */
  exemption: 102,
  /** Endpoints of an EgressService go to the host through which it leaves. */
  throughHost: 101,
  /** Pods of an EgressIP go to the nodes of its addresses. */
  toEgressNode: 100,
  /** Weir's own: pods of other zones that the zone translates leave through it. */
  translated: 99,
  /** Weir's own: other packets that leave through the zone are dropped. */
  untranslated: 98,
} as const;

/** ACLs in the tier of the classic features. */
export const ACL_PRIORITY = {
  /** Traffic that NetworkPolicies allow, and ARP and neighbour discovery of the pods that they isolate. */
  policyAllow: 1001,
  /** Default deny of NetworkPolicies. */
  defaultDeny: 1000,
  /** Traffic that the cluster allows: pods to themselves through a service, and a node to its pods. */
  clusterAllow: 1001,
} as const;

/** Tier of the ACLs of the classic features. */
export const ACL_TIER = 2;

/** QoS rules of a node's switch. */
export const QOS_PRIORITY = {
  /** Rule 0 of an EgressQoS. Each following rule has a priority lower by one, and the lowest is 1. */
  firstRule: 1000,
  /** Replies of pods of EgressIPs get the mark by which the router exempts them. */
  markReplies: 103,
} as const;

/** Rules of a host (`ip rule`), in the order in which the kernel evaluates them. */
export const HOST_RULE_PRIORITY = {
  /** Addresses of an EgressService use the table of its network. */
  egressService: 5000,
  /** Marked traffic of served pods to nodes uses the main table. */
  podToNode: 5999,
  /** Pods of an EgressIP use the table of the interface with its address. */
  egressIP: 6000,
} as const;
