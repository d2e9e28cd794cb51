import type { Gap } from '../model/gap.js';
import type { Cause } from '../model/intent/cause.js';
import type { Row } from '../model/northbound.js';
import { type PassedPart, findGaps } from '../ovn-kubernetes/paths.js';
import type { TracedPacket } from './packet.js';
import type { Zone } from './zone.js';

/** The outcome of a packet. */
export type PathOutcome = 'delivered' | 'dropped' | 'rejected' | 'unknown';

/** The type of a stage in the path of a packet. */
export type StageName =
  | 'port'
  | 'filter'
  | 'load-balancer'
  | 'mark'
  | 'policy'
  | 'route'
  | 'translation'
  | 'transit'
  | 'host-rule'
  | 'host-route'
  | 'host-translation'
  | 'host-filter'
  | 'reply'
  | 'end';

/**
 * The effect of a stage if its name does not determine it. `reroute`: a policy replaces the route. `to-former-hop`: a
 * route keeps a reply with the hop of its connection. `from-announced-address`: a host sets the announced address of a
 * Service.
 */
export type Effect = 'reroute' | 'to-former-hop' | 'from-announced-address';

/** A deciding row, or line of an artefact. */
export interface RowName {
  readonly zone: string;
  readonly table: string;
  readonly key: string;
}

/** The object that caused a row. */
export interface PathDecider {
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** If unset, the object is not among the compiled ones. */
  readonly cause?: Cause;
}

/** A step of a packet's path with a decision. */
export interface PathStage {
  readonly stage: StageName;
  /** The switch, router or host: `worker-a`, `GR_worker-a`, `host worker-a`. */
  readonly at: string;
  /** A description of the effect, for display only. */
  readonly text: string;
  readonly effect?: Effect;
  readonly row?: RowName;
  readonly decidedBy?: PathDecider;
  readonly before: TracedPacket;
  readonly after: TracedPacket;
}

/** The end of a path. */
export interface PathEnd {
  readonly type: 'pod' | 'node' | 'outside' | 'router' | 'nowhere';
  /** `<namespace>/<name>` of a pod, or the name of a node, a router or an interface. */
  readonly name: string;
  /** Node at which the packet leaves the cluster, or arrives. */
  readonly node?: string;
  /** Logical port at which the packet leaves. */
  readonly port?: string;
  /** The next hop on the physical network. */
  readonly nextHop?: string;
  /** The missing parts of the inventory that would determine more. */
  readonly missing?: readonly Gap[];
  /** The unknown properties of the packet. */
  readonly unknown?: readonly ('source' | 'interface' | 'next hop')[];
  readonly packet: TracedPacket;
}

/** A path that a packet may take. */
export interface Path {
  readonly verdict: PathOutcome;
  readonly stages: readonly PathStage[];
  readonly end: PathEnd;
  /** The end that the packet reaches, if the path is dropped because its replies are lost. */
  readonly arrived?: PathEnd;
  /** The conditions of this path: choices made for each connection, and unknown facts. */
  readonly choices: readonly PathChoice[];
  readonly untracked: readonly Untracked[];
  readonly passed: readonly Passage[];
  /** Set if the path depends on what the inventory lacks. */
  readonly gap?: PathGap;
}

/** The first place of a path that the inventory leaves unknown. */
export interface PathGap extends Pick<PassedPart, 'part'> {
  readonly missing: readonly Gap[];
  /** Number of stages before it. */
  readonly knownStages: number;
}

/**
 * Returns the end that the packet of a path reaches, even if its replies are lost. Returns undefined if it does not
 * arrive, or if the end is unknown.
 */
export function arrivalOf({ verdict, end, arrived }: Path): PathEnd | undefined {
  return verdict === 'delivered' ? end : arrived;
}

/** A gateway router or a host, which track connections, and the input port of the packet. */
export interface Passage {
  /** Location, as `at` of a stage. */
  readonly at: string;
  readonly port: string;
}

/** A place without connection tracking: the port of a sending or receiving pod. */
export interface Untracked {
  readonly zone: Zone;
  readonly datapath: string;
  readonly port: string;
  readonly isSent: boolean;
  /** The packet at this place. */
  readonly packet: TracedPacket;
}

/** One of several possible alternatives. */
export interface PathChoice {
  /**
   * `random`: each connection takes one of them. `unknown`: one of them applies, but the input does not determine
   * which.
   */
  readonly type: 'random' | 'unknown';
  readonly text: string;
}

/** A path in progress. */
export interface PathProgress {
  readonly packet: TracedPacket;
  readonly stages: readonly PathStage[];
  readonly choices: readonly PathChoice[];
  readonly untracked: readonly Untracked[];
  readonly passed: readonly Passage[];
  /** Parts of nodes that the packet has passed, if any node has gaps. */
  readonly parts: readonly PassedPart[];
  readonly gap?: PathGap;
  /** The path of the original packet, if this is the path of a reply. */
  readonly request?: Pick<Path, 'stages' | 'passed' | 'untracked'>;
  /** The number of routers that the packet may still pass. */
  readonly hops: number;
  /** The current chassis of the packet. */
  readonly chassis: string;
  /** The next hop that the last router selected, and its output port. */
  readonly hop?: { readonly nextHop: string; readonly port: string };
}

/** Maximum number of routers: a path with more is a loop. OVN itself allows 64. */
const MAX_ROUTERS = 16;

/** Returns the initial path of a packet. */
export function startOf(packet: TracedPacket): PathProgress {
  return { packet, stages: [], choices: [], untracked: [], passed: [], parts: [], hops: MAX_ROUTERS, chassis: '' };
}

/** Returns the path with one more stage. `change` is the effect of the stage on the packet. */
export function pass(
  progress: PathProgress,
  stage: Omit<PathStage, 'before' | 'after'>,
  change: Partial<TracedPacket> = {},
): PathProgress {
  const { packet: before } = progress;
  const after = { ...before, ...change };
  return { ...progress, packet: after, stages: [...progress.stages, { ...stage, before, after }] };
}

/** Returns the path with one more part of a node, and its first gap. */
export function passPart(progress: PathProgress, passed: PassedPart): PathProgress {
  if (progress.gap) return progress;
  const parts = [...progress.parts, passed];
  const missing = findGaps(parts);
  if (missing.length === 0) return { ...progress, parts };
  return { ...progress, parts, gap: { part: passed.part, missing, knownStages: progress.stages.length } };
}

/** Returns the path with one more choice. */
export function choose(progress: PathProgress, type: PathChoice['type'], text: string): PathProgress {
  return { ...progress, choices: [...progress.choices, { type, text }] };
}

/** Returns the finished path. */
export function finishPath(
  { packet, stages, choices, untracked, passed, gap }: PathProgress,
  verdict: PathOutcome,
  end: Omit<PathEnd, 'packet'>,
): Path {
  const path = { verdict, stages, choices, untracked, passed, end: { ...end, packet } };
  return gap ? { ...path, gap } : path;
}

/** Returns the path, ended at its last stage. */
export function stop(progress: PathProgress, verdict: 'dropped' | 'rejected' | 'unknown', at: string): Path {
  return finishPath(progress, verdict, { type: 'nowhere', name: at });
}

/** Returns the name of a row. */
export function nameRow(zone: string, table: string, { key }: Row): RowName {
  return { zone, table, key };
}
