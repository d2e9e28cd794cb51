import type { Direction } from './intent/policy.js';
import type { Family } from '../net/address.js';
import type { SliceEndpoint } from './cluster.js';
import type { LabelSelector } from './label-selector.js';
import type { RowIdentity } from './northbound.js';

/**
 * A release of OVN-Kubernetes: all that one may do otherwise than another, in groups. Data where it can be data, a function
 * where it cannot. The releases are in `src/ovn-kubernetes/releases`; all other code takes the profile and compares none.
 */
export interface ReleaseProfile {
  /** The value of `ovnKubernetes` in weir.yaml. */
  readonly name: string;
  /** Version of the Northbound schema that the release ships with, `major.minor.patch`. */
  readonly ovnSchemaVersion: string;
  /** Settings of weir.yaml for what the release does not do. */
  readonly absentSettings: readonly AbsentSetting[];
  readonly nodes: NodeForms;
  readonly base: BaseForms;
  readonly namespaces: NamespaceForms;
  readonly portGroups: PortGroupForms;
  readonly egressIP: EgressIPForms;
  readonly networkPolicy: NetworkPolicyForms;
  readonly egressQoS: EgressQoSForms;
  readonly adminPolicy: AdminPolicyForms;
  readonly egressFirewall: EgressFirewallForms;
  readonly services: ServiceForms;
  readonly externalRoutes: ExternalRouteForms;
  readonly errors: ErrorForms;
  /** Kind → which of its `otherSchemas` its definition has; those that are not there have the usual one. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** A setting that not every release knows. */
export type AbsentSetting = 'allowIcmpNetworkPolicy' | 'dnsNameResolver' | 'ephemeralPortRange';

/** The annotations of nodes that say in each release by another name, or in another form, what they say. */
export interface NodeForms {
  /** The MAC address of the management port; the first annotation that is there counts. */
  readonly managementMac: readonly NetworkAnnotation[];
  /** The addresses of the gateway router on the join switch; the first annotation that is there counts. */
  readonly joinAddresses: readonly NetworkAnnotation[];
  /** True if these count before the id of the node, which tells them otherwise. */
  readonly prefersJoinAddresses: boolean;
}

/** An annotation of a node. */
export interface NetworkAnnotation {
  readonly name: string;
  /** True if it has a value for each network by its name. */
  readonly byNetwork: boolean;
}

/** The rows of routers, switches and ports, and what they are made of. */
export interface BaseForms {
  /** `external_ids` of the cluster router beside those of every release. */
  readonly clusterRouterIds: Readonly<Record<string, string>>;
  /** True if the ports of the cluster router to the switches of nodes have a `gateway_mtu`. */
  readonly hasNodePortMTU: boolean;
  /** True if gateway routers of an interconnected cluster know no neighbours but those that they have learnt. */
  readonly learnsNeighbours: boolean;
  /** True if gateway routers announce the addresses that they translate to if no EgressIP can be there. */
  readonly announcesAlways: boolean;
  /** `external_ids` of routes to remote nodes beside the node. */
  readonly remoteRouteIds: Readonly<Record<string, string>>;
  /** `external_ids` of routes to the masquerade subnet. */
  readonly masqueradeRouteIds: Readonly<Record<string, string>>;
  /** What `requested-chassis` of the port of a pod says of its node. */
  readonly podChassis: 'id' | 'name';
  /** What `requested-chassis` of the port to a remote node says of it, or none for no such option. */
  readonly remoteChassis: 'id' | 'name' | 'none';
  /** True if each node is a zone of its own: there is no database of the whole cluster. */
  readonly needsInterconnect: boolean;
  /** True if a remote node has no routes before its tunnel addresses are known. */
  readonly needsTunnelAddresses: boolean;
}

/** What every namespace has, whatever resources there are. */
export interface NamespaceForms {
  /** The address set of its pods, which matches name, or undefined if matches have sets of their own. */
  readonly addressSet: ((namespace: string, family: Family) => RowIdentity) | undefined;
}

/** What the rules of NetworkPolicies become. */
export interface NetworkPolicyForms {
  /** What a peer of selectors means. */
  readonly podsOf: (selectors: PeerSelectors) => PeerPods;
  /** True if the blocks of a rule are one match; otherwise each has an ACL, numbered by its place among them. */
  readonly joinsBlocks: boolean;
}

/** The selectors of a peer as written: one at least. Without one for namespaces, that of the policy is meant. */
export interface PeerSelectors {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
}

/** The pods of a peer: those that a selector picks in an address set of their own, or whole namespaces by their sets. */
export interface PeerPods {
  /** If unset, every pod. */
  readonly podSelector?: LabelSelector;
  readonly withHostNetwork: boolean;
  readonly byNamespace: boolean;
}

/** What becomes of AdminNetworkPolicies and BaselineAdminNetworkPolicies. */
export interface AdminPolicyForms {
  /** What the match of an ACL begins with: the port group, or the addresses of the peers. */
  readonly matchStart: 'ports' | 'addresses';
  /** True if names of ports are looked up; otherwise a rule has an ACL for them that OVN cannot parse. */
  readonly looksUpNames: boolean;
  /** True if the annotation for logging is read. */
  readonly readsLogging: boolean;
  /** True if all AdminNetworkPolicies of a priority are applied; otherwise one of them. */
  readonly sharesPriorities: boolean;
  /** Characters of an error that the status of an AdminNetworkPolicy holds; the API server takes 32,768. */
  readonly messageLength: number;
  /** What the status says of rules that are not valid, in their order. */
  readonly ruleErrors: (errors: readonly RuleError[]) => readonly string[];
}

/** What the destinations of EgressFirewalls mean. */
export interface EgressFirewallForms {
  /** Which addresses of a node its selection means: all that its host has, sorted, or those of its status. */
  readonly nodeAddresses: 'host' | 'status';
  /**
   * True if a network that shares addresses with a network of pods is less all of them; otherwise less those that it
   * shares.
   */
  readonly exceptsAllSubnets: boolean;
}

/** The load balancers of Services. */
export interface ServiceForms {
  /** Which of the numbers counts that slices have for one port of a Service. */
  readonly targetPorts: TargetPorts;
  /** True if a port of a Service without a name gets the ports of slices whatever these are called. */
  readonly takesNamedPorts: boolean;
  /** The endpoints of a port that get its traffic. */
  readonly eligible: (endpoints: readonly SliceEndpoint[], publishesNotReady: boolean) => readonly SliceEndpoint[];
  /**
   * True if the endpoints of a node are those that get traffic and have an address of it; otherwise those that name the
   * node.
   */
  readonly findsLocalByAddress: boolean;
  /**
   * True if a gateway router without node ports has them all the same, and reaches endpoints on its host by their
   * addresses.
   */
  readonly keepsNodePorts: boolean;
  /** True if affinity without an end is hashing by addresses. Otherwise it is a timeout like any other. */
  readonly hashesEndlessAffinity: boolean;
  /** The masquerade address to which a host sends the traffic of a node port that must stay on the node. */
  readonly localNodePorts: Readonly<Record<Family, 'host' | 'hostETPLocal'>>;
  /** True if an address that comes again has the targets of all times. Otherwise the last time counts. */
  readonly joinsRepeated: boolean;
}

/** `lowest`: its endpoints alone; `all`: each its own; `last`: that of the last port of the last slice, for all endpoints. */
export type TargetPorts = 'lowest' | 'all' | 'last';

/** The external gateways of pods. */
export interface ExternalRouteForms {
  /** True if only gateway pods that are ready and not shut down are next hops. */
  readonly needsReadyGateways: boolean;
  /** What the error of a gateway pod in the pod network calls the network that it might name instead. */
  readonly networkWord: string;
  /** True if annotations of namespaces and pods name gateways, too. */
  readonly readsAnnotations: boolean;
}

/** How errors of the live controllers show values. */
export interface ErrorForms {
  /** The values of a requirement on labels. */
  readonly valuesText: (values: readonly string[]) => string;
}

/** Why a rule of a cluster-wide policy is not valid. */
export interface RuleError {
  /** The policy: `ANP` or `BANP`, and its name. */
  readonly prefix: string;
  readonly name: string;
  readonly direction: Direction;
  readonly index: number;
  readonly text: string;
}

/** What EgressIP and EgressService have in common: what is left alone beside their reroutes, and address sets. */
export interface EgressIPForms {
  /** A policy or QoS rule with an id. */
  readonly policy: (priority: number, name: string, family: string) => RowIdentity;
  /** True if zones give their rows also to selected pods of other zones that are on the network of their host. */
  readonly servesHostPods: boolean;
  /**
   * True if an address that translates a pod at its own node displaces the pod's other translations there of both
   * families. Otherwise only those of its own.
   */
  readonly displacesBothFamilies: boolean;
  /** True if the policies that leave traffic inside the cluster alone have ids. */
  readonly identifiesExemptions: boolean;
  /** True if traffic from one network of pods to another is left alone. */
  readonly exemptsOtherSubnets: boolean;
  /** True if the policies and translations of pods have ids. Otherwise they have only the name of the resource. */
  readonly identifiesPods: boolean;
  /** The packet mark of policies that lead to an address of a secondary host network, or undefined for no mark. */
  readonly secondaryMark: number | undefined;
  /** True if the next hop of an IPv6 policy to the management port of a node is its IPv4 address, if it has one. */
  readonly mixesManagementFamilies: boolean;
  /**
   * True if the routes of an interconnected zone from networks of pods to its gateway routers take the place of those
   * from the subnets of nodes to these, one for each router. Otherwise there is one, beside them.
   */
  readonly replacesNodeRoutes: boolean;
  /** True if switches mark replies of served pods, and the cluster router leaves these alone. */
  readonly marksReplies: boolean;
  /** The address set of the pods that EgressIPs serve. */
  readonly servedPods: (family: Family) => RowIdentity;
  /** The address set of the addresses of nodes. */
  readonly nodeAddresses: (family: Family) => RowIdentity;
}

/** The rules and statuses of EgressQoS. */
export interface EgressQoSForms {
  /** True if rules have ids. Otherwise they have only the namespace of the resource. */
  readonly identifiesRules: boolean;
  /** True if controllers write a status. */
  readonly writesStatus: boolean;
}

/** The resource that a row is for, as its `external_ids` show it. */
export interface RowOwner {
  readonly kind: string;
  /** `<namespace>/<name>` or `<name>`. If unset, the row serves several objects. */
  readonly object?: string;
  /** True if other controllers make such rows in addition to those of Weir. */
  readonly sharedWithControllers?: boolean;
}

/** Returns an entry of a row's `external_ids`. */
export type ExternalIds = (name: string) => string | undefined;

/** The names and ids of port groups. */
export interface PortGroupForms {
  /** Returns the owner of a port group without an owner type. If unset, every port group has one. */
  readonly ownerWithoutType?: (ids: ExternalIds) => RowOwner | undefined;
  /** One of the groups of the cluster router and of all nodes. */
  readonly ofCluster: (name: string) => RowIdentity;
  readonly ofNamespace: (namespace: string) => RowIdentity;
  /** The pods of a namespace that policies isolate in a direction. */
  readonly ofDefaultDeny: (namespace: string, direction: Direction) => RowIdentity;
  /** The pods of a policy of a namespace. */
  readonly ofPolicy: (kind: string, namespace: string, name: string) => RowIdentity;
  /** The pods of a policy of the cluster. */
  readonly ofAdminPolicy: (kind: string, name: string) => RowIdentity;
}
