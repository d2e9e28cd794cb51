import type { ExpectationChange } from '../../expectations/compare.js';
import type { Position } from '../../model/diagnostic.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { Unread as UnreadObjects } from '../../model/unread.js';
import type { Family } from '../../net/address.js';
import type { ArtefactChanges } from '../artefacts/change.js';
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

/** What of a change a pipeline may ask about, most severe first. */
export const TOPICS = [
  'expectations',
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

/** The pods of a namespace that a change is for. */
export interface SourceText {
  readonly namespace: string;
  /** Names of the pods, `new pod with app=web` for those that may come; absent: all, also those that come later. */
  readonly pods?: readonly string[];
  /** How many there are now. */
  readonly count: number;
}

/** A rule that decides about a packet. */
export interface RuleText {
  /** `EgressFirewall shop/default`. */
  readonly resource: string;
  readonly pointer: string;
  readonly text: string;
  /** No rule of the resource says it: it closes a direction, and none of its rules opens it. */
  readonly isDefaultDeny?: boolean;
  readonly at?: Position;
}

/** A packet that is treated otherwise, and which rules say so; an absent rule: none matches. */
export interface Example {
  /** `shop/web-0 (10.128.2.7)`, or `a pod of shop`. */
  readonly pod: string;
  readonly destination: string;
  readonly protocol: string;
  readonly port?: number;
  readonly before: { readonly result: string; readonly rule?: RuleText };
  readonly after: { readonly result: string; readonly rule?: RuleText };
}

/** Some packets: destination and transport in words, and exactly. */
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

/** What holds for packets before and after; `reversed`: they are closed where others are opened, or the other way round. */
export type ExceptionVerdict = 'allow' | 'drop' | 'reversed';

/** The same flows opened, or closed, for all sources. */
export interface FlowGroup extends Unknown {
  readonly sources: readonly SourceText[];
  readonly flows: readonly FlowText[];
  /** How many flows there are besides, where not all are described. */
  readonly omitted?: number;
  /** Answers of names that the flows do not include, with what holds for them. */
  readonly exceptions: readonly (PacketsText & { readonly verdict: ExceptionVerdict })[];
}

/** Connections to pods that are opened, or closed, by protocol and port. */
export interface ConnectionGroup extends Unknown {
  readonly change: 'opened' | 'closed';
  /** Pods that connect; empty: addresses do. */
  readonly from: readonly SourceText[];
  /** Addresses that connect, in words, and exactly. */
  readonly outside?: { readonly text: string; readonly prefixes: readonly string[] };
  readonly to: readonly SourceText[];
  /** Between pods: which of them are not meant. */
  readonly except?: readonly { readonly from: readonly SourceText[]; readonly to: readonly SourceText[] }[];
  readonly transport: string;
  readonly ports: PacketsText['ports'];
  /** Between pods: the only family that is meant, where the cluster has two. */
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

/** What changes for requests to a URL and all below it that no other Route has. */
export interface ExposureText extends Omit<ExposureChange, 'before' | 'after'> {
  /** `shop/web`; absent if requests get to no Route. */
  readonly before?: string;
  readonly after?: string;
}

export interface ExpectationText extends Pick<ExpectationChange, 'name' | 'change'> {
  readonly findings: readonly Diagnostic[];
  /** In which respects it asks for less. */
  readonly weakenings?: readonly { readonly text: string; readonly at?: Position }[];
}

/** A comparison as a person, or a program, reads it. */
export interface DiffReport {
  /** How the sides are called. */
  readonly titles: Both<string>;
  /** The names of the releases, if the sides are one input before and after an upgrade. */
  readonly upgrade?: { readonly from: string; readonly to: string };
  /** Which sides ask for nothing. */
  readonly empty: Both<boolean>;
  /** How much changes, by topic; a topic that nothing changes in has 0. */
  readonly counts: Readonly<Record<Topic, number>>;
  /** Expectations that do not hold on one of the sides, with the findings that say why, and those that ask for less. */
  readonly expectations: readonly ExpectationText[];
  readonly opened: readonly FlowGroup[];
  readonly closed: readonly FlowGroup[];
  readonly connections: readonly ConnectionGroup[];
  /** Pairs of pods that were not compared because they are too many. Each stands for all that are treated alike. */
  readonly unexploredPairs: number;
  readonly egress: readonly ComparedEgress[];
  /** Source addresses that namespaces get, as far as `egress` does not tell of their pods. */
  readonly given: readonly GivenChange[];
  readonly moves: readonly AssignmentMove[];
  readonly marks: readonly MarkGroup[];
  readonly redirections: readonly RedirectionChange[];
  readonly exposure: readonly ExposureText[];
  readonly answers: readonly AnswerChange[];
  readonly findings: {
    readonly added: readonly Diagnostic[];
    readonly gone: readonly Diagnostic[];
    /** How many more there are. */
    readonly omitted: { readonly added: number; readonly gone: number };
    readonly ignored: {
      /** What is ignored now, and was not before. */
      readonly added: readonly Diagnostic[];
      /** How many more of these there are. */
      readonly omitted: number;
      /** How many the new side ignores. */
      readonly total: number;
    };
  };
  /** `isFelt`: some packet is treated otherwise because of it. */
  readonly resources: readonly (ResourceChange & { readonly isFelt: boolean })[];
  readonly inventory: InventoryChanges;
  /** Objects that decide about traffic and are not read, so that what they change is not compared. */
  readonly unread: readonly Omit<UnreadObjects, 'origin'>[];
  readonly artefacts: ArtefactChanges;
}
