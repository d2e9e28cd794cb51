import type { Address, Family, Prefix } from '../net/address.js';
import type { LogSeverity, Node, Pod } from './cluster.js';
import type { JsonObject, Origin } from './manifest.js';

/** The custom resource, and the rule in it, that an intent comes from. */
export interface Cause {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly origin: Origin;
  /** JSON pointer of the rule inside the resource. */
  readonly pointer: string;
}

/** The traffic's source: all pods of a namespace, or those that a selector picked there. */
export interface PodSet {
  readonly namespace: string;
  /** Absent: every pod of the namespace, also those that come later. */
  readonly pods?: readonly Pod[];
}

/** A destination: a prefix less what is cut out of it, single addresses, or a named set that changes at run time. */
export type Destination =
  | { readonly type: 'prefix'; readonly prefix: Prefix; readonly text: string; readonly except: readonly Prefix[] }
  | { readonly type: 'address'; readonly family: Family; readonly text: string }
  | { readonly type: 'name'; readonly set: NamedAddresses };

/** The addresses behind a DNS name. */
export interface NamedAddresses {
  readonly name: string;
  /** Sorted, canonical, of enabled families. */
  readonly addresses: readonly string[];
}

export interface PortMatch {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  /** Absent: every port of the protocol. */
  readonly port?: number;
}

/** Lets traffic pass, or drops it. Of the filters on a source the lowest `order` that matches decides; none: it passes. */
export interface FilterIntent {
  readonly effect: 'filter';
  readonly source: PodSet;
  readonly order: number;
  readonly verdict: 'allow' | 'drop';
  /** Any of these. Never empty. */
  readonly destinations: readonly Destination[];
  /** Any of these; empty: every protocol. In the order of the resource. */
  readonly ports: readonly PortMatch[];
  readonly log?: LogSeverity;
  readonly cause: Cause;
}

/** Writes a DSCP value (0–63). Of the marks on a packet the lowest `order` that matches decides. */
export interface MarkIntent {
  readonly effect: 'mark';
  readonly source: PodSet & { readonly pods: readonly Pod[] };
  readonly order: number;
  readonly dscp: number;
  /** Absent: every destination. */
  readonly destination?: { readonly prefix: Prefix; readonly text: string };
  readonly cause: Cause;
}

/** Where traffic leaves the cluster with an address of its own: the address, and the node and network that hold it. */
export interface EgressPoint {
  readonly address: string;
  readonly family: Family;
  readonly node: Node;
  /** `primary`: the node's own network, translated by its gateway; `secondary`: another host network, by the host. */
  readonly network: 'primary' | 'secondary';
  /** The network that holds the address. */
  readonly prefix: Prefix;
}

/** Sends the traffic of pods that leaves the cluster to other next hops than the routes would: to any of the points. */
export interface RerouteIntent {
  readonly effect: 'reroute';
  /** Pods that this resource serves. Each address goes to the points of its family. */
  readonly pods: readonly Pod[];
  readonly points: readonly EgressPoint[];
  readonly cause: Cause;
}

/** Gives the traffic of pods that leaves at a point the point's address as its source. */
export interface TranslateIntent {
  readonly effect: 'translate';
  readonly pods: readonly Pod[];
  readonly point: EgressPoint;
  /** Packet mark of the resource, where the host translates (`k8s.ovn.org/egressip-mark`). */
  readonly mark: number;
  readonly cause: Cause;
}

/** An address that traffic comes from, and the node that it is on ('' where nobody says). */
export interface SourceAddress {
  /** Canonical text. */
  readonly address: string;
  readonly family: Family;
  readonly nodeName: string;
}

/** Sends traffic that leaves the cluster through the network stack of one node's host, before any `reroute`. */
export interface HostRerouteIntent {
  readonly effect: 'reroute-through-host';
  readonly sources: readonly SourceAddress[];
  readonly host: Node;
  readonly cause: Cause;
}

/** Gives traffic that a host sends out another source address of its family. */
export interface HostTranslateIntent {
  readonly effect: 'translate-on-host';
  readonly sources: readonly SourceAddress[];
  readonly host: Node;
  /** Canonical text. */
  readonly address: string;
  readonly family: Family;
  readonly cause: Cause;
}

/** A source whose traffic a host routes apart. */
export interface RoutedSource {
  /** Canonical text. */
  readonly address: string;
  readonly family: Family;
  /** Source port; absent: every one. */
  readonly port?: number;
  /** The only node that does so; absent: every node that the intent speaks of. */
  readonly nodeName?: string;
}

/** Makes hosts look up the routes of some sources in a table of their own. */
export interface RouteTableIntent {
  readonly effect: 'route-table';
  /** Absent: every node. */
  readonly host?: Node;
  readonly sources: readonly RoutedSource[];
  /** A number, or a name that the host's `rt_tables` has. */
  readonly table: string;
  readonly cause: Cause;
}

/** Puts a label on a node. */
export interface NodeLabelIntent {
  readonly effect: 'label';
  readonly node: Node;
  readonly label: string;
  readonly value: string;
  readonly cause: Cause;
}

/** A gateway outside the cluster's networks that traffic is handed to. */
export interface NextHop {
  /** Canonical text. */
  readonly address: string;
  readonly family: Family;
  /** Whether it gets no traffic while BFD (RFC 5880) finds it dead. */
  readonly monitored: boolean;
  readonly cause: Cause;
}

/**
 * Hands the traffic of pods that leaves the cluster at their own node to any of the next hops of its family, in place of
 * the node's route. A connection stays with its next hop, and replies return through it.
 */
export interface RouteIntent {
  readonly effect: 'route';
  readonly pods: readonly Pod[];
  /** Each address once. Never empty. */
  readonly nextHops: readonly NextHop[];
  readonly cause: Cause;
}

/** An address of a pod in another network, through which it passes traffic on. Texts are canonical. */
export interface RouterAddress {
  readonly family: Family;
  readonly address: string;
  /** The network of the address. */
  readonly prefix: Prefix;
  /** The next hop to other networks. */
  readonly gateway?: string;
}

/** A port of a pod, and the destination that gets what arrives there. */
export interface Redirection {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
  readonly family: Family;
  /** Canonical text. */
  readonly address: string;
  /** Absent: the same port, and the resource does not write it. */
  readonly targetPort?: number;
}

/**
 * Passes what reaches a pod (named as the cause) on to other destinations, with an address of the pod's own in another
 * network as its source. Everything else that reaches the pod stays there, where nobody listens.
 */
export interface RedirectIntent {
  readonly effect: 'redirect';
  /** The interface to the other network. Without a master it is on the node's interface with the default route. */
  readonly interface: { readonly mode: 'Bridge' | 'Private' | 'VEPA' | 'Passthru'; readonly master?: string };
  /** Never empty. Of each family the first with a gateway is the source of what leaves the pod's networks. */
  readonly addresses: readonly RouterAddress[];
  /** In order: of one family, protocol and port the first gets everything. */
  readonly redirections: readonly Redirection[];
  /** Who gets what arrives at other ports: at most one of each family. */
  readonly fallbacks: readonly { readonly family: Family; readonly address: string }[];
  readonly cause: Cause;
}

/** A Kubernetes object that something else must create for the resource to work (a CloudPrivateIPConfig). */
export interface ObjectIntent {
  readonly effect: 'object';
  readonly object: JsonObject;
  readonly cause: Cause;
}

/** An address that a cloud's network brings to a node's interface: where it shall be, where it is, or why it is nowhere. */
export interface CloudAddressIntent {
  readonly effect: 'cloud-address';
  readonly address: Address;
  readonly assignment: CloudAssignment;
  readonly cause: Cause;
}

/** `owner` is the name of an EgressIP. */
export type CloudAssignment =
  | { readonly state: 'desired'; readonly owner: string; readonly node: string }
  | {
      readonly state: 'current';
      readonly owner?: string;
      readonly node: string;
      /** Whether the cloud has confirmed it. */
      readonly isAssigned: boolean;
    }
  /** An object of the repository itself asks for it. */
  | { readonly state: 'declared'; readonly node: string }
  | {
      readonly state: 'unplaced';
      readonly owner: string;
      readonly reason: CloudRefusal;
      readonly nodes: readonly string[];
    };

/** Why no node can have an address. */
export type CloudRefusal = 'capacity' | 'noSubnet' | 'nodeUsedByObject' | 'conflict' | 'noAssignableNode';

/** What the live controllers would write into a resource's status. */
export interface StatusIntent {
  readonly effect: 'status';
  /** 'status', or '' where the resource keeps its status in the main object. */
  readonly subresource: 'status' | '';
  readonly status: JsonObject;
  readonly cause: Cause;
}

export type Intent =
  | FilterIntent
  | MarkIntent
  | RerouteIntent
  | TranslateIntent
  | HostRerouteIntent
  | HostTranslateIntent
  | RouteTableIntent
  | RouteIntent
  | RedirectIntent
  | NodeLabelIntent
  | CloudAddressIntent
  | ObjectIntent
  | StatusIntent;
