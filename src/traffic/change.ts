import type { TransportRange } from './filters/transport-set.js';
import type { Gap } from '../model/gap.js';
import type { Pod } from '../model/cluster.js';
import type { AddressRange } from './filters/address-range.js';
import type { Cause } from '../model/intent/cause.js';
import type { LockChange } from '../model/lock.js';
import type { Family } from '../net/address.js';
import type { Both } from './side.js';
import type { PacketClasses } from './packets.js';
import type { Sample } from './sample.js';

/**
 * The source of traffic: some pods, or all pods of a namespace if `pods` is unset. `pods` are those of the new side.
 */
export interface ChangeSource {
  readonly namespace: string;
  readonly pods?: readonly Pod[];
}

/** A change to packets of which some may not arrive. */
export interface Unknown {
  /** The missing inventory of the new side that would determine whether they arrive. If unset, nothing is missing. */
  readonly missing?: readonly Gap[];
}

/** A deciding rule: its location and a short text. */
export interface Decider {
  readonly cause: Cause;
  readonly text: string;
  /** If true, no rule of the resource matched: the resource denies a direction that none of its rules opens. */
  readonly isDefaultDeny?: boolean;
}

/** The deciding rules of a packet. If a side is unset, no rule decides, and the packet is allowed or keeps its mark. */
export type Deciders = { readonly [Side in keyof Both<unknown>]?: Decider };

/** Packets to addresses whose verdict by all filters changes. */
export interface FlowChange extends PacketClasses {
  readonly change: 'opened' | 'closed';
  /** True if flows of the opposite change include the packets, except for their names. */
  readonly isReversal?: boolean;
  /** A sample packet, and the rule that decides on it. */
  readonly sample?: Sample;
  readonly deciders: Deciders;
}

/** Packets to addresses of names that flows with the same address do not include. Their verdict does not change. */
export interface FlowException extends PacketClasses {
  /** Change of the flows that these packets are an exception of. */
  readonly change: FlowChange['change'];
  readonly verdict: 'allow' | 'drop';
  /** If true, the addresses include known answers of a name. */
  readonly hasAnswer?: boolean;
}

/** Connections to pods whose verdict by all filters changes. */
export interface ConnectionChange extends Unknown {
  readonly change: 'opened' | 'closed';
  /** Pods, ordered by namespace and name. If unset, `addresses` connect. */
  readonly from?: readonly Pod[];
  /** Addresses of one family, ascending and disjoint. */
  readonly addresses: readonly AddressRange[];
  readonly to: readonly Pod[];
  /** Connections between these pods that do not change. */
  readonly except?: readonly { readonly from: readonly Pod[]; readonly to: readonly Pod[] }[];
  /** The pods of the sample. If unset, addresses connect to the first pod. */
  readonly ends?: { readonly from: Pod; readonly to: Pod };
  readonly transport: readonly TransportRange[];
  /** For connections between pods: the only affected family, if the cluster has two. */
  readonly family?: Family;
  /** A sample packet. Unset fields are those of the first pods. */
  readonly sample?: Pick<Sample, 'protocol' | 'port'> & { readonly address?: string };
  readonly deciders: Deciders;
}

/** The changed connections to pods. */
export interface ConnectionChanges {
  readonly changes: readonly ConnectionChange[];
  /** Number of pairs of classes of pods that were not compared because there are too many. */
  readonly unexplored: number;
}

/** The changed verdicts for the traffic of a source. */
export interface FlowChanges extends Unknown {
  readonly source: ChangeSource;
  readonly flows: readonly FlowChange[];
  readonly exceptions: readonly FlowException[];
}

/** Packets whose DSCP value changes. If unset, they keep the value set by the pod. */
export interface MarkChange extends PacketClasses {
  readonly before?: number;
  readonly after?: number;
  /** A sample packet, and the rule that decides on it. */
  readonly sample?: Sample;
  readonly deciders: Deciders;
}

export interface MarkChanges {
  readonly source: ChangeSource & { readonly pods: readonly Pod[] };
  readonly marks: readonly MarkChange[];
}

/** The egress of a pod. All lists are sorted. */
export interface Egress {
  /** Source addresses. If empty, that of the pod's node. */
  readonly sources: readonly string[];
  /** Next hops as texts. If empty, those of the pod's node. */
  readonly hops: readonly string[];
  /** `<Kind> <name>` of the resources that define the egress. */
  readonly owners: readonly string[];
}

/** Pods with the same changed egress, in byte order of namespace and name. */
export interface EgressChange extends Both<Egress>, Unknown {
  readonly pods: readonly Pod[];
}

/** A source address that namespaces get and did not have. */
export interface GivenChange {
  /** Address in canonical form. */
  readonly address: string;
  /** `<Kind> <name>` of the resource that assigns it. */
  readonly owner: string;
  /** The namespaces that no change of a pod's source covers. */
  readonly namespaces: readonly string[];
  /** Label selector of a namespace that does not exist yet, as for `kubectl -l`. '' matches all. */
  readonly selector?: string;
}

/** A moved address or Service host. If unset, it is unplaced. */
export interface AssignmentMove extends Omit<LockChange, 'what'> {
  /** The reason, as a clause. */
  readonly why: string;
}

/** Changed answers of a DNS name in rules: pinned, or from its DNSNameResolver. */
export interface AnswerChange {
  readonly name: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Namespaces whose rules use the name, sorted. */
  readonly namespaces: readonly string[];
}

/** The changes for packets between two compilations. */
export interface TrafficChanges {
  readonly flows: readonly FlowChanges[];
  readonly connections: ConnectionChanges;
  readonly marks: readonly MarkChanges[];
  readonly egress: readonly EgressChange[];
  readonly redirections: readonly RedirectionChange[];
  readonly answers: readonly AnswerChange[];
}

/** The changed redirections of a router (`<namespace>/<name>`). */
export interface RedirectionChange {
  readonly router: string;
  /** Changes by family, protocol and port. The fallback comes last. */
  readonly ports: readonly PortChange[];
  /** Changes of the source and next hop of redirected packets. */
  readonly exits: readonly ExitChange[];
  /** A sample packet to the router, and its outcome. If unset, only the interface changed. */
  readonly example?: { readonly packet: string } & Both<string>;
}

/** The receiver of packets at a port of a router, as text. If a side is unset, the router rejects them. */
export interface PortChange {
  readonly family: Family;
  /** If unset, as the port then is, all packets that match no redirection of either side. */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
  readonly port?: number;
  readonly before?: string;
  readonly after?: string;
}

/** A source address with its network and next hop, or the interface, as text. If a side is unset, it has none. */
export interface ExitChange {
  readonly what: 'source address' | 'interface';
  readonly before?: string;
  readonly after?: string;
}
