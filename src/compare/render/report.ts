import type { ExpectationChange } from '../../expectations/compare.js';
import type { Position } from '../../model/diagnostic.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { Unread as UnreadObjects } from '../../model/unread.js';
import type { Family } from '../../net/address.js';
import type { ObservedChangeType } from '../../observed/compare-flows.js';
import type { UnmappedAddress } from '../../observed/observe.js';
import type { ArtefactChanges } from '../artefacts/change.js';
import type { WorkloadChanges } from '../workloads.js';
import type { InventoryChanges, ResourceChange } from '../resources.js';
import type { ExposureChange } from '../../requests/compare-exposed.js';
import type { Both } from '../../traffic/side.js';
import type {
  AnswerChange,
  GivenChange,
  AssignmentMove,
  Egress,
  RedirectionChange,
  Unknown,
} from '../../traffic/change.js';

/** Topics of changes for `--fail-on`, most severe first. */
export const TOPICS = [
  'expectations',
  'seen',
  'opened',
  'closed',
  'weakened',
  'source',
  'next-hop',
  'moved',
  'redirected',
  'exposure',
  'dscp',
  'answers',
  'findings',
  'artefacts',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The pods of a namespace that a change affects. */
export interface SourceText {
  readonly namespace: string;
  /** Names of the pods, or `new pod with app=web` for placeholder pods. If unset, all pods, including later ones. */
  readonly pods?: readonly string[];
  /** Number of existing pods. */
  readonly count: number;
}

/** A rule that decides on a packet. */
export interface RuleText {
  /** `EgressFirewall shop/default`. */
  readonly resource: string;
  readonly pointer: string;
  readonly text: string;
  /** If true, no rule of the resource matched: its policy denies a direction that none of its rules opens. */
  readonly isDefaultDeny?: boolean;
  readonly at?: Position;
}

/** A packet that is treated differently, and the deciding rules. An unset rule means that none matches. */
export interface Example {
  /** `shop/web-0 (10.128.2.7)`, or `a pod in shop`. */
  readonly pod: string;
  readonly destination: string;
  readonly protocol: string;
  readonly port?: number;
  readonly before: { readonly result: string; readonly rule?: RuleText };
  readonly after: { readonly result: string; readonly rule?: RuleText };
}

/** A set of packets, with destination and transport as text and exactly. */
export interface PacketsText {
  readonly destination: string;
  readonly transport: string;
  /** DNS names that have the address at run time. */
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
  readonly ports: readonly { readonly protocol: string; readonly first: number; readonly last: number }[];
}

export interface FlowText extends PacketsText {
  readonly example?: Example;
}

/**
 * Verdict for packets before and after. `reversed` if they are closed while others are opened, or opened while others
 * are closed.
 */
export type ExceptionVerdict = 'allow' | 'drop' | 'reversed';

/** Flows that are opened, or closed, for all of the sources. */
export interface FlowGroup extends Unknown {
  readonly sources: readonly SourceText[];
  readonly flows: readonly FlowText[];
  /** Number of flows that are not described. If unset, all are. */
  readonly omitted?: number;
  /** Answers of names that the flows do not include, with their verdicts. */
  readonly exceptions: readonly (PacketsText & { readonly verdict: ExceptionVerdict })[];
}

/** Connections to pods that are opened, or closed, by protocol and port. */
export interface ConnectionGroup extends Unknown {
  readonly change: 'opened' | 'closed';
  /** Pods that connect. Empty if addresses connect. */
  readonly from: readonly SourceText[];
  /** Addresses that connect, as text and exactly. */
  readonly outside?: { readonly text: string; readonly prefixes: readonly string[] };
  readonly to: readonly SourceText[];
  /** For connections between pods, the pairs that do not change. */
  readonly except?: readonly { readonly from: readonly SourceText[]; readonly to: readonly SourceText[] }[];
  readonly transport: string;
  readonly ports: PacketsText['ports'];
  /**
   * For connections between pods in a dual-stack cluster, the only family that changes. If unset, all families change.
   */
  readonly family?: Family;
  readonly example?: Example;
}

export interface MarkGroup {
  readonly sources: readonly SourceText[];
  readonly marks: readonly (FlowText & { readonly before: number | null; readonly after: number | null })[];
}

export interface ComparedEgress extends Both<Egress>, Unknown {
  readonly sources: readonly SourceText[];
  readonly count: number;
  readonly example: string;
}

/** Changes for requests to a URL and the paths below it, except those of other Routes. */
export interface ExposureText extends Omit<ExposureChange, 'before' | 'after'> {
  /** `shop/web`. If unset, requests get to no Route. */
  readonly before?: string;
  readonly after?: string;
}

export interface ExpectationText extends Pick<ExpectationChange, 'name' | 'change'> {
  readonly findings: readonly Diagnostic[];
  /** Differences that make the expectation weaker. */
  readonly weakenings?: readonly { readonly text: string; readonly at?: Position }[];
}

/** Observed flows from one workload or address that change alike. */
export interface ObservedChangeText {
  readonly change: ObservedChangeType;
  /** `shop/web[Deployment]`, `node worker-a` or an address. */
  readonly from: string;
  /** Destinations, the most frequent first. */
  readonly to: readonly string[];
  readonly transport: string;
  /** Number of records. */
  readonly count: number;
  /** Times in RFC 3339. If unset, unknown. */
  readonly first?: string;
  readonly last?: string;
  readonly before: ObservedResult;
  readonly after: ObservedResult;
}

/** The result of a flow on one side, and the deciding rule. */
export interface ObservedResult {
  readonly result: string;
  readonly rule?: RuleText;
}

/** Observed flows in a comparison. */
export interface ObservedReport {
  readonly changes: readonly ObservedChangeText[];
  /** Number of different flows, and of their records. */
  readonly flows: number;
  readonly records: number;
  readonly first?: string;
  readonly last?: string;
  /** Number of flows whose verdict is unknown on a side. */
  readonly undecided: number;
  /** Number of records beyond the maximum number of different flows. */
  readonly omitted: number;
  /** Number of invalid entries. */
  readonly rejected: number;
  readonly unmapped: readonly UnmappedAddress[];
}

/** A comparison for users and programs. */
export interface DiffReport {
  /** Titles of the sides. */
  readonly titles: Both<string>;
  /** Names of the releases. If unset, the sides are not one input before and after an upgrade. */
  readonly upgrade?: { readonly from: string; readonly to: string };
  /** If set, the sides are two clusters, compared by the names of their workloads. */
  readonly workloads?: WorkloadChanges;
  /** True for a side without resources. */
  readonly empty: Both<boolean>;
  /** Number of changes by topic, 0 for an unchanged topic. */
  readonly counts: Readonly<Record<Topic, number>>;
  /** Changes of observed flows. If unset, no flows were given. */
  readonly observed?: ObservedReport;
  /** Expectations that fail on at least one side, with their findings, and those that are weakened. */
  readonly expectations: readonly ExpectationText[];
  readonly opened: readonly FlowGroup[];
  readonly closed: readonly FlowGroup[];
  readonly connections: readonly ConnectionGroup[];
  /**
   * Number of pairs of pods that were not compared because there are too many. Each pair stands for all that are
   * treated alike.
   */
  readonly unexploredPairs: number;
  readonly egress: readonly ComparedEgress[];
  /** Source addresses that namespaces get, except for pods that `egress` lists. */
  readonly given: readonly GivenChange[];
  readonly moves: readonly AssignmentMove[];
  readonly marks: readonly MarkGroup[];
  readonly redirections: readonly RedirectionChange[];
  readonly exposure: readonly ExposureText[];
  readonly answers: readonly AnswerChange[];
  readonly findings: {
    readonly added: readonly Diagnostic[];
    readonly gone: readonly Diagnostic[];
    /** Numbers of further findings. */
    readonly omitted: { readonly added: number; readonly gone: number };
    readonly ignored: {
      /** Findings that are ignored on the new side only. */
      readonly added: readonly Diagnostic[];
      /** Number of further ignored findings. */
      readonly omitted: number;
      /** Number of findings that the new side ignores. */
      readonly total: number;
    };
  };
  /** `isFelt` is true if the resource changes how some packet is treated. */
  readonly resources: readonly (ResourceChange & { readonly isFelt: boolean })[];
  readonly inventory: InventoryChanges;
  /** Unread objects that affect traffic. Their effect is not compared. */
  readonly unread: readonly Omit<UnreadObjects, 'origin'>[];
  readonly artefacts: ArtefactChanges;
}
