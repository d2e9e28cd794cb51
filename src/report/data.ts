import type { IneffectiveRule } from '../model/catalogue.js';
import type { DiffReport } from '../compare/render/report.js';
import type { EgressGroup } from '../egress/find-egress.js';
import type { Severity } from '../model/diagnostic.js';
import type { PackedEnds } from './packed-ends.js';
import type { PackedState } from './packed-state.js';
import type { ReportPlace } from './place.js';

/** A node, and the addresses and next hops of its own traffic. */
export interface NodeData {
  readonly name: string;
  readonly zone: string;
  readonly addresses: readonly string[];
  readonly nextHops: readonly string[];
  readonly isAssignable: boolean;
}

/** Usage of a rule: it decides on some packets, or the reason why it is ineffective. */
export type RuleUsage = 'decides' | IneffectiveRule;

/** A rule of an object that filters or marks packets. */
export interface RuleData {
  readonly text: string;
  readonly place?: ReportPlace;
  readonly use: RuleUsage;
  /** Reason why the rule is ineffective, and the fix. If unset, the rule decides on packets. */
  readonly why?: string;
}

/** The rules of an object, in order of precedence. */
export interface RuleList {
  readonly kind: string;
  readonly name: string;
  /** Pods that the rules apply to, as text. */
  readonly subject: string;
  readonly rules: readonly RuleData[];
}

export interface NamespaceData {
  readonly name: string;
  readonly pods: number;
  readonly egress: readonly EgressGroup[];
  readonly lists: readonly RuleList[];
}

/** An owner of an address, or an object that requests it. */
export interface HolderData {
  /** `EgressIP ferry`. */
  readonly name: string;
  /** Completes "it is …". */
  readonly words: string;
  readonly place?: ReportPlace;
}

export interface AddressData {
  readonly address: string;
  /** Node of an egress address. If unset, the address is on no node, or is no egress address. */
  readonly node?: string;
  readonly isEgress: boolean;
  readonly holders: readonly HolderData[];
}

/** A network of nodes. */
export interface NetworkData {
  readonly network: string;
  readonly nodes: readonly string[];
  /** Number of free addresses in decimal, because it can exceed the range of a number. */
  readonly free: string;
  /** The lowest free addresses. */
  readonly lowest: readonly string[];
}

/** Impact of losing a node. */
export interface LossData {
  readonly node: string;
  /** Items on the node, such as `3 addresses` or `1 service`. */
  readonly has: readonly string[];
  /** Items that no other node can host, with the reason. */
  readonly stranded: readonly { readonly name: string; readonly reason: string }[];
}

export interface FindingData {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  /** `EgressFirewall shop/default`. Empty if the finding is not about an object. */
  readonly resource: string;
  readonly namespace: string;
  readonly place?: ReportPlace;
  readonly excerpt?: { readonly text: string; readonly carets: string };
  readonly related: readonly { readonly message: string; readonly place: ReportPlace }[];
}

/** Workloads and pods that no rule distinguishes. */
export interface ReachClass {
  /** `shop/web[Deployment]`, `shop/web-0[Pod]`. */
  readonly ends: readonly string[];
  /** Connections, and the indexes of the classes that may open them. */
  readonly from: readonly (readonly [allow: string, classes: readonly number[]])[];
  /** External addresses, and the connections that they may open. */
  readonly outside: readonly (readonly [name: string, allow: string])[];
}

/** Allowed connections between workloads. `omitted` is the number of classes if there are too many to compare. */
export interface ReachData {
  readonly classes: readonly ReachClass[];
  readonly omitted?: number;
}

/** Everything that the page shows of a repository, except the paths of packets. */
export interface Snapshot {
  /** `working tree`, a revision, or a folder. */
  readonly title: string;
  readonly nodes: readonly NodeData[];
  /** The missing inventory, as a clause, which leaves open whether some packets arrive. If unset, nothing is missing. */
  readonly missing?: string;
  readonly namespaces: readonly NamespaceData[];
  /** Objects without a namespace. */
  readonly lists: readonly RuleList[];
  readonly addresses: readonly AddressData[];
  readonly networks: readonly NetworkData[];
  readonly losses: readonly LossData[];
  readonly reach: ReachData;
  /** Findings, most severe first. */
  readonly findings: readonly FindingData[];
  /** Numbers of further findings, by code. */
  readonly omitted: readonly { readonly code: string; readonly severity: Severity; readonly count: number }[];
}

/** State that packets are traced in. */
export interface TracedData {
  readonly state: PackedState;
  readonly ends: PackedEnds;
  readonly letPasses: readonly (readonly [kind: string, change: string])[];
}

/** Data that the page starts with. */
export interface ReportData {
  readonly version: string;
  readonly snapshot: Snapshot;
  /** The side before, and the changes. If unset, the report has no comparison. */
  readonly before?: Snapshot;
  readonly changes?: ChangesData;
}

/** Changes in the report of `weir diff`. */
export type ChangesData = Pick<
  DiffReport,
  'titles' | 'counts' | 'opened' | 'closed' | 'connections' | 'egress' | 'moves' | 'marks' | 'redirections' | 'exposure'
> & {
  readonly expectations: readonly {
    readonly name: string;
    readonly change: string;
    /** Differences that make the expectation weaker. */
    readonly weakenings: readonly string[];
    readonly findings: readonly FindingData[];
  }[];
  /** Source addresses that namespaces get, with the namespaces as text. */
  readonly given: readonly { readonly address: string; readonly owner: string; readonly names: string }[];
  readonly findings: { readonly added: readonly FindingData[]; readonly gone: readonly FindingData[] };
};
