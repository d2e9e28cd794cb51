import type { IneffectiveRule } from '../model/catalogue.js';
import type { DiffReport } from '../compare/render/report.js';
import type { EgressGroup } from '../egress/find-egress.js';
import type { Severity } from '../model/diagnostic.js';
import type { PackedEnds } from './packed-ends.js';
import type { PackedState } from './packed-state.js';
import type { ReportPlace } from './place.js';

/** A node, and what its own traffic leaves with. */
export interface NodeData {
  readonly name: string;
  readonly zone: string;
  readonly addresses: readonly string[];
  readonly nextHops: readonly string[];
  readonly isAssignable: boolean;
}

/** What a rule is good for: some packet is treated by it, or why none is. */
export type RuleUsage = 'decides' | IneffectiveRule;

/** A rule of an object that filters or marks packets. */
export interface RuleData {
  readonly text: string;
  readonly place?: ReportPlace;
  readonly use: RuleUsage;
  /** Why it is of no use, and what to do about it. */
  readonly why?: string;
}

/** The rules of an object, in the order in which they count. */
export interface RuleList {
  readonly kind: string;
  readonly name: string;
  /** Which pods it is about, in words. */
  readonly subject: string;
  readonly rules: readonly RuleData[];
}

export interface NamespaceData {
  readonly name: string;
  readonly pods: number;
  readonly egress: readonly EgressGroup[];
  readonly lists: readonly RuleList[];
}

/** Somebody who has or wants an address. */
export interface HolderData {
  /** `EgressIP ferry`. */
  readonly name: string;
  /** Completes "it is …". */
  readonly words: string;
  readonly place?: ReportPlace;
}

export interface AddressData {
  readonly address: string;
  /** The node where it is, of an egress address. */
  readonly node?: string;
  readonly isEgress: boolean;
  readonly holders: readonly HolderData[];
}

/** A network of nodes. */
export interface NetworkData {
  readonly network: string;
  readonly nodes: readonly string[];
  /** How many addresses nobody has: may be more than a number holds. */
  readonly free: string;
  /** The lowest of these. */
  readonly lowest: readonly string[];
}

/** What the loss of a node means. */
export interface LossData {
  readonly node: string;
  /** `3 addresses`, `1 service`: what it has. */
  readonly has: readonly string[];
  /** What would have nowhere to go, and why. */
  readonly stranded: readonly { readonly name: string; readonly reason: string }[];
}

export interface FindingData {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  /** `EgressFirewall shop/default`; '' where it is about no object. */
  readonly resource: string;
  readonly namespace: string;
  readonly place?: ReportPlace;
  readonly excerpt?: { readonly text: string; readonly carets: string };
  readonly related: readonly { readonly message: string; readonly place: ReportPlace }[];
}

/** Workloads and pods that no rule tells apart. */
export interface ReachClass {
  /** `shop/web[Deployment]`, `shop/web-0[Pod]`. */
  readonly ends: readonly string[];
  /** Connections, and the indexes of the classes that may open them. */
  readonly from: readonly (readonly [allow: string, classes: readonly number[]])[];
  /** Addresses outside, and the connections that they may open. */
  readonly outside: readonly (readonly [name: string, allow: string])[];
}

/** Who may connect to which workload. `omitted`: how many classes there are, if they are too many. */
export interface ReachData {
  readonly classes: readonly ReachClass[];
  readonly omitted?: number;
}

/** What a repository means, for people: everything that the page shows but the paths of packets. */
export interface Snapshot {
  /** `work tree`, a revision, or a folder. */
  readonly title: string;
  readonly nodes: readonly NodeData[];
  readonly namespaces: readonly NamespaceData[];
  /** Those that are in no namespace. */
  readonly lists: readonly RuleList[];
  readonly addresses: readonly AddressData[];
  readonly networks: readonly NetworkData[];
  readonly losses: readonly LossData[];
  readonly reach: ReachData;
  /** The most severe first. */
  readonly findings: readonly FindingData[];
  /** How many more findings there are, by code. */
  readonly omitted: readonly { readonly code: string; readonly severity: Severity; readonly count: number }[];
}

/** What packets are traced in. */
export interface TracedData {
  readonly state: PackedState;
  readonly ends: PackedEnds;
  readonly letPasses: readonly (readonly [kind: string, change: string])[];
}

/** What the page begins with. */
export interface ReportData {
  readonly version: string;
  readonly snapshot: Snapshot;
  /** With a comparison: the side before, and what changes. */
  readonly before?: Snapshot;
  readonly changes?: ChangesData;
}

/** What changes, of the answer of `weir diff`. */
export type ChangesData = Pick<
  DiffReport,
  'titles' | 'counts' | 'opened' | 'closed' | 'connections' | 'egress' | 'moves' | 'marks' | 'redirections' | 'exposure'
> & {
  readonly expectations: readonly {
    readonly name: string;
    readonly change: string;
    /** In which respects it asks for less. */
    readonly weakenings: readonly string[];
    readonly findings: readonly FindingData[];
  }[];
  /** Source addresses that namespaces get, with those in words. */
  readonly given: readonly { readonly address: string; readonly owner: string; readonly names: string }[];
  readonly findings: { readonly added: readonly FindingData[]; readonly gone: readonly FindingData[] };
};
