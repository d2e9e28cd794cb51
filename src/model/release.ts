import type { Direction } from './intent/policy.js';
import type { Family } from '../net/address.js';
import type { SliceEndpoint } from './cluster.js';
import type { LabelSelector } from './label-selector.js';
import type { RowIdentity } from './northbound.js';

/**
 * A release of OVN-Kubernetes: everything that may differ between releases, in groups. Data if possible, else
 * functions. The releases are in `src/ovn-kubernetes/releases`. All other code uses the profile and never compares
 * releases.
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
  /** Kind → the entry of `otherSchemas` of its definition. Kinds without an entry have the usual schema. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** A setting that not every release knows. */
export type AbsentSetting = 'allowIcmpNetworkPolicy' | 'dnsNameResolver' | 'ephemeralPortRange';

/** The annotations of nodes that say in each release by another name, or in another form, what they say. */
export interface NodeForms {
  /** Annotations with the MAC address of the management port. The first that exists counts. */
  readonly managementMac: readonly NetworkAnnotation[];
  /** Annotations with the addresses of the gateway router on the join switch. The first that exists counts. */
  readonly joinAddresses: readonly NetworkAnnotation[];
  /** True if these annotations take precedence over the addresses derived from the node's id. */
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
  /** True if the ports of the cluster router to node switches have a `gateway_mtu`. */
  readonly hasNodePortMTU: boolean;
  /** True if gateway routers of an interconnected cluster only know neighbours that they have learnt. */
  readonly learnsNeighbours: boolean;
  /** True if gateway routers announce translated addresses even if no EgressIP can be assigned there. */
  readonly announcesAlways: boolean;
  /** `external_ids` of routes to remote nodes beside the node. */
  readonly remoteRouteIds: Readonly<Record<string, string>>;
  /** `external_ids` of routes to the masquerade subnet. */
  readonly masqueradeRouteIds: Readonly<Record<string, string>>;
  /** Name of the node in `requested-chassis` of the port of a pod. */
  readonly podChassis: 'id' | 'name';
  /** Name of the node in `requested-chassis` of the port to a remote node. `none`: without this option. */
  readonly remoteChassis: 'id' | 'name' | 'none';
  /** True if each node is a zone and no database of the whole cluster exists. */
  readonly needsInterconnect: boolean;
  /** True if a remote node has no routes before its tunnel addresses are known. */
  readonly needsTunnelAddresses: boolean;
}

/** Rows of every namespace, independent of resources. */
export interface NamespaceForms {
  /** Address set of its pods for matches. Undefined if matches have their own sets. */
  readonly addressSet: ((namespace: string, family: Family) => RowIdentity) | undefined;
}

/** Form of the rules of NetworkPolicies. */
export interface NetworkPolicyForms {
  /** Returns the pods of a peer with selectors. */
  readonly podsOf: (selectors: PeerSelectors) => PeerPods;
  /** True if the blocks of a rule share one match. If false, each has an ACL, numbered by its index. */
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

/** Form of AdminNetworkPolicies and BaselineAdminNetworkPolicies. */
export interface AdminPolicyForms {
  /** Start of the match of an ACL: the port group, or the addresses of the peers. */
  readonly matchStart: 'ports' | 'addresses';
  /** True if names of ports are resolved. If false, they cause an ACL that OVN cannot parse. */
  readonly looksUpNames: boolean;
  /** True if the annotation for logging is read. */
  readonly readsLogging: boolean;
  /** True if all AdminNetworkPolicies of a priority are applied. If false, one of them is. */
  readonly sharesPriorities: boolean;
  /** Maximum length of an error in the status of an AdminNetworkPolicy, in characters. The API server allows 32,768. */
  readonly messageLength: number;
  /** Returns the texts of the status for invalid rules, in their order. */
  readonly ruleErrors: (errors: readonly RuleError[]) => readonly string[];
}

/** Form of the destinations of EgressFirewalls. */
export interface EgressFirewallForms {
  /** Addresses of a selected node: all addresses of its host, sorted, or those of its status. */
  readonly nodeAddresses: 'host' | 'status';
  /**
   * True if a network that overlaps a pod network excludes all pod networks. If false, it excludes only the overlapping
   * ones.
   */
  readonly exceptsAllSubnets: boolean;
}

/** The load balancers of Services. */
export interface ServiceForms {
  /** Target port that is used if slices have several numbers for one port of a Service. */
  readonly targetPorts: TargetPorts;
  /** True if an unnamed port of a Service gets the ports of slices with any name. */
  readonly takesNamedPorts: boolean;
  /** The endpoints of a port that get its traffic. */
  readonly eligible: (endpoints: readonly SliceEndpoint[], publishesNotReady: boolean) => readonly SliceEndpoint[];
  /**
   * True if the local endpoints of a node are those that get traffic and have an address of the node. If false, those
   * that name the node.
   */
  readonly findsLocalByAddress: boolean;
  /**
   * True if a gateway router without node ports still has their load balancers and reaches host endpoints by their
   * addresses.
   */
  readonly keepsNodePorts: boolean;
  /** True if affinity without a timeout becomes hashing by addresses. If false, it is a timeout like any other. */
  readonly hashesEndlessAffinity: boolean;
  /** The masquerade address to which a host sends the traffic of a node port that must stay on the node. */
  readonly localNodePorts: Readonly<Record<Family, 'host' | 'hostETPLocal'>>;
  /** True if a repeated address has the targets of all its entries. If false, the last entry counts. */
  readonly joinsRepeated: boolean;
}

/**
 * `lowest`: only its endpoints. `all`: each port has its own endpoints. `last`: the port of the last slice, for all
 * endpoints.
 */
export type TargetPorts = 'lowest' | 'all' | 'last';

/** The external gateways of pods. */
export interface ExternalRouteForms {
  /** True if only ready gateway pods that are not shut down are next hops. */
  readonly needsReadyGateways: boolean;
  /** Word for the alternative network in the error of a gateway pod on the pod network. */
  readonly networkWord: string;
  /** True if annotations of namespaces and pods also name gateways. */
  readonly readsAnnotations: boolean;
}

/** Formats of values in errors of the live controllers. */
export interface ErrorForms {
  /** The values of a requirement on labels. */
  readonly valuesText: (values: readonly string[]) => string;
}

/** Reason why a rule of a cluster-wide policy is invalid. */
export interface RuleError {
  /** The policy: `ANP` or `BANP`, and its name. */
  readonly prefix: string;
  readonly name: string;
  readonly direction: Direction;
  readonly index: number;
  readonly text: string;
}

/** Shared parts of EgressIP and EgressService: exemptions from their reroutes, and address sets. */
export interface EgressIPForms {
  /** A policy or QoS rule with an id. */
  readonly policy: (priority: number, name: string, family: string) => RowIdentity;
  /** True if zones also create rows for selected host-network pods of other zones. */
  readonly servesHostPods: boolean;
  /**
   * True if an address that translates a pod at its own node displaces the pod's other translations there in both
   * families. If false, only those of its own family.
   */
  readonly displacesBothFamilies: boolean;
  /** True if the policies that exempt traffic inside the cluster have ids. */
  readonly identifiesExemptions: boolean;
  /** True if traffic from one pod network to another is exempt. */
  readonly exemptsOtherSubnets: boolean;
  /** True if the policies and translations of pods have ids. If false, they only have the name of the resource. */
  readonly identifiesPods: boolean;
  /** Packet mark of policies that lead to an address of a secondary host network, or undefined for no mark. */
  readonly secondaryMark: number | undefined;
  /** True if the next hop of an IPv6 policy to the management port of a node is its IPv4 address, if it has one. */
  readonly mixesManagementFamilies: boolean;
  /**
   * True if routes from pod networks to the gateway routers of an interconnected zone replace those from node subnets,
   * one for each router. If false, one such route exists in addition to them.
   */
  readonly replacesNodeRoutes: boolean;
  /** True if switches mark replies of served pods and the cluster router exempts these. */
  readonly marksReplies: boolean;
  /** The address set of the pods that EgressIPs serve. */
  readonly servedPods: (family: Family) => RowIdentity;
  /** The address set of the addresses of nodes. */
  readonly nodeAddresses: (family: Family) => RowIdentity;
}

/** The rules and statuses of EgressQoS. */
export interface EgressQoSForms {
  /** True if rules have ids. If false, they only have the namespace of the resource. */
  readonly identifiesRules: boolean;
  /** True if controllers write a status. */
  readonly writesStatus: boolean;
}

/** The resource that a row is for, as its `external_ids` show it. */
export interface RowOwner {
  readonly kind: string;
  /** `<namespace>/<name>` or `<name>`. If unset, the row serves several objects. */
  readonly object?: string;
  /** True if other controllers create such rows in addition to those of Weir. */
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
