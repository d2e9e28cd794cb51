import type { TransportRange } from './filters/transport-set.js';
import type { Gap } from '../model/gap.js';
import type { Pod } from '../model/cluster.js';
import type { AddressRange } from './filters/address-range.js';
import type { Cause } from '../model/intent/cause.js';
import type { LockChange } from '../model/lock.js';
import type { Family } from '../net/address.js';
import type { Both } from './side.js';
import type { Packets } from './packets.js';
import type { Sample } from './sample.js';

/** Where traffic comes from: all pods of a namespace (absent `pods`), or some. `pods` are those of the new side. */
export interface Source {
  readonly namespace: string;
  readonly pods?: readonly Pod[];
}

/** A change to packets of which some may not arrive. */
export interface Unknown {
  /** What the inventory of the new side lacks to tell whether they arrive. If unset, nothing. */
  readonly missing?: readonly Gap[];
}

/** A rule that decides: where it is, and what it says in a few words. */
export interface Decider {
  readonly cause: Cause;
  readonly text: string;
  /** No rule of the resource says it: the resource closes a direction, and none of its rules opens it. */
  readonly isDefaultDeny?: boolean;
}

/** What decides about a packet; absent: no rule does, and the packet passes or keeps its mark. */
export type Deciders = { readonly [Side in keyof Both<unknown>]?: Decider };

/** Packets to addresses that all filters let through and did not before, or the other way round. */
export interface FlowChange extends Packets {
  readonly change: 'opened' | 'closed';
  /** Flows of the other change include the packets, but for their names. */
  readonly isReversal?: boolean;
  /** One of the packets, and what decides about it. */
  readonly sample?: Sample;
  readonly deciders: Deciders;
}

/** Packets to answers of names that flows with the same address do not include: they pass, or not, before and after. */
export interface FlowException extends Packets {
  /** Of which flows these are an exception. */
  readonly change: FlowChange['change'];
  readonly verdict: 'allow' | 'drop';
  /** Known answers of a name are among the addresses. */
  readonly hasAnswer?: boolean;
}

/** Connections to pods that all filters let through and did not before, or the other way round. */
export interface ConnectionChange extends Unknown {
  readonly change: 'opened' | 'closed';
  /** Pods, in order of namespace and name; absent: `addresses` outside. */
  readonly from?: readonly Pod[];
  /** Of one family, ascending and disjoint. */
  readonly addresses: readonly AddressRange[];
  readonly to: readonly Pod[];
  /** Connections between these pods that are not meant. */
  readonly except?: readonly { readonly from: readonly Pod[]; readonly to: readonly Pod[] }[];
  /** The pods of the sample; absent: addresses connect, to the first pod. */
  readonly ends?: { readonly from: Pod; readonly to: Pod };
  readonly transport: readonly TransportRange[];
  /** Of connections between pods: the only family that is meant, where the cluster has two. */
  readonly family?: Family;
  /** One of the packets; absent parts of it are those of the first pods. */
  readonly sample?: Pick<Sample, 'protocol' | 'port'> & { readonly address?: string };
  readonly deciders: Deciders;
}

/** What changes of connections to pods. */
export interface ConnectionChanges {
  readonly changes: readonly ConnectionChange[];
  /** Pairs of classes of pods that were too many to be looked into. */
  readonly unexplored: number;
}

/** What changes of the verdicts about the traffic of a source. */
export interface FlowChanges extends Unknown {
  readonly source: Source;
  readonly flows: readonly FlowChange[];
  readonly exceptions: readonly FlowException[];
}

/** Packets whose DSCP value changes; absent: they keep the value that the pod gave them. */
export interface MarkChange extends Packets {
  readonly before?: number;
  readonly after?: number;
  /** One of the packets, and what decides about it. */
  readonly sample?: Sample;
  readonly deciders: Deciders;
}

export interface MarkChanges {
  readonly source: Source & { readonly pods: readonly Pod[] };
  readonly marks: readonly MarkChange[];
}

/** How traffic of a pod leaves the cluster. All lists are sorted. */
export interface Egress {
  /** Source addresses; empty: that of the pod's node. */
  readonly sources: readonly string[];
  /** Next hops, in words; empty: those of the pod's node. */
  readonly hops: readonly string[];
  /** `<Kind> <name>` of the resources that say so. */
  readonly owners: readonly string[];
}

/** Pods whose traffic leaves otherwise than before, the same for all of them. In byte order of namespace and name. */
export interface EgressChange extends Both<Egress>, Unknown {
  readonly pods: readonly Pod[];
}

/** A source address that namespaces get and did not have. */
export interface GivenChange {
  /** Canonical. */
  readonly address: string;
  /** `<Kind> <name>` of the resource that gives it. */
  readonly owner: string;
  /** Those that no pod's change of its source tells of. */
  readonly namespaces: readonly string[];
  /** Where there is no such namespace yet: what it would have, as `kubectl -l` takes it; '' for any. */
  readonly selector?: string;
}

/** An address, or the host of a Service, that is elsewhere; absent: nowhere. */
export interface Move extends Omit<LockChange, 'what'> {
  /** Why, as a clause. */
  readonly why: string;
}

/** Answers of a DNS name that rules use: pinned, or of its DNSNameResolver. */
export interface AnswerChange {
  readonly name: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Namespaces whose rules use the name, sorted. */
  readonly namespaces: readonly string[];
}

/** What changes for packets between two compilations. */
export interface TrafficChanges {
  readonly flows: readonly FlowChanges[];
  readonly connections: ConnectionChanges;
  readonly marks: readonly MarkChanges[];
  readonly egress: readonly EgressChange[];
  readonly redirections: readonly RedirectionChange[];
  readonly answers: readonly AnswerChange[];
}

/** What a router (`<namespace>/<name>`) passes on otherwise than before. */
export interface RedirectionChange {
  readonly router: string;
  /** By family, protocol and port; what is left to the fallback comes last. */
  readonly ports: readonly PortChange[];
  /** How what is passed on leaves the router. */
  readonly exits: readonly ExitChange[];
  /** One packet to the router, and what happens to it; absent where only the interface is another. */
  readonly example?: { readonly packet: string } & Both<string>;
}

/** Who gets what arrives at a port of a router, as text; an absent side: the router refuses it. */
export interface PortChange {
  readonly family: Family;
  /** Absent, with the port: everything that no redirection of either side names. */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
  readonly port?: number;
  readonly before?: string;
  readonly after?: string;
}

/** A source address with its network and next hop, or the interface, in words; an absent side: there is none. */
export interface ExitChange {
  readonly what: 'source address' | 'interface';
  readonly before?: string;
  readonly after?: string;
}
