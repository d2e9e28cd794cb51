import type { Gap } from '../model/gap.js';
import type { Cause } from '../model/intent/cause.js';
import type { Row } from '../model/northbound.js';
import { type PassedPart, findGaps } from '../ovn-kubernetes/paths.js';
import type { Packet } from './packet.js';
import type { Zone } from './zone.js';

/** What becomes of a packet. */
export type Verdict = 'delivered' | 'dropped' | 'rejected' | 'unknown';

/** What a stage of a packet's path is about. */
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
 * What a stage does with a packet, where its name leaves that open: a policy takes it off its route, a route keeps a reply
 * with the hop that its connection came from, or a host gives it the address that is announced for a Service.
 */
export type Effect = 'reroute' | 'to-former-hop' | 'from-announced-address';

/** A row, or a line of an artefact, that decides. */
export interface RowName {
  readonly zone: string;
  readonly table: string;
  readonly key: string;
}

/** The object that a row is for. */
export interface Decider {
  readonly kind: string;
  /** '' for a cluster-wide one. */
  readonly namespace: string;
  readonly name: string;
  /** Absent where the object is none of those that were compiled. */
  readonly cause?: Cause;
}

/** A step of a packet's path that decides something. */
export interface Stage {
  readonly stage: StageName;
  /** The switch, router or host: `worker-a`, `GR_worker-a`, `host worker-a`. */
  readonly at: string;
  /** What happens, in words: for readers, never for code. */
  readonly text: string;
  readonly effect?: Effect;
  readonly row?: RowName;
  readonly decidedBy?: Decider;
  readonly before: Packet;
  readonly after: Packet;
}

/** Where a path ends. */
export interface End {
  readonly type: 'pod' | 'node' | 'outside' | 'router' | 'nowhere';
  /** `<namespace>/<name>` of a pod, the name of a node, of a router or of an interface. */
  readonly name: string;
  /** The node that it leaves the cluster from, or arrives at. */
  readonly node?: string;
  /** The logical port that it leaves by. */
  readonly port?: string;
  /** Who gets it on the physical network. */
  readonly nextHop?: string;
  /** What the inventory lacks to tell more. */
  readonly missing?: readonly Gap[];
  /** What nothing here tells of it. */
  readonly unknown?: readonly ('source' | 'interface' | 'next hop')[];
  readonly packet: Packet;
}

/** A path that a packet may take. */
export interface Path {
  readonly verdict: Verdict;
  readonly stages: readonly Stage[];
  readonly end: End;
  /** Where the packet arrives, of a path that is dropped because its replies get lost. */
  readonly arrived?: End;
  /** What must hold for this path to be taken: choices that are made again for each connection, and what nobody knows. */
  readonly choices: readonly Choice[];
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

/** Where the packet of a path arrives, whatever becomes of its replies; undefined where it does not, or nothing tells. */
export function arrivalOf({ verdict, end, arrived }: Path): End | undefined {
  return verdict === 'delivered' ? end : arrived;
}

/** A gateway router or a host, which track connections, and the port that a packet came in by. */
export interface Passage {
  /** As `at` of a stage. */
  readonly at: string;
  readonly port: string;
}

/** Where nothing tracks a packet: at the port of a pod that sends or gets it. */
export interface Untracked {
  readonly zone: Zone;
  readonly datapath: string;
  readonly port: string;
  readonly isSent: boolean;
  /** As it is there. */
  readonly packet: Packet;
}

/** One of several that are possible. */
export interface Choice {
  /** `random`: each connection takes one of them. `unknown`: one of them is right, and nothing here tells which. */
  readonly type: 'random' | 'unknown';
  readonly text: string;
}

/** A path so far. */
export interface Progress {
  readonly packet: Packet;
  readonly stages: readonly Stage[];
  readonly choices: readonly Choice[];
  readonly untracked: readonly Untracked[];
  readonly passed: readonly Passage[];
  /** Parts of nodes that the packet has passed, if any node has gaps. */
  readonly parts: readonly PassedPart[];
  readonly gap?: PathGap;
  /** Of a reply: the path of the packet that it answers. */
  readonly request?: Pick<Path, 'stages' | 'passed' | 'untracked'>;
  /** How many routers the packet may still pass. */
  readonly hops: number;
  /** The chassis where the packet is. */
  readonly chassis: string;
  /** Whom the last router gave it to, and by which port of its own. */
  readonly hop?: { readonly nextHop: string; readonly port: string };
}

/** OVN gives a packet 64 routers; a path that passes as many as this goes round in a circle. */
const MAX_ROUTERS = 16;

/** The path of a packet where it begins. */
export function startOf(packet: Packet): Progress {
  return { packet, stages: [], choices: [], untracked: [], passed: [], parts: [], hops: MAX_ROUTERS, chassis: '' };
}

/** The path with one more stage; `change` is what the stage does to the packet. */
export function pass(
  progress: Progress,
  stage: Omit<Stage, 'before' | 'after'>,
  change: Partial<Packet> = {},
): Progress {
  const { packet: before } = progress;
  const after = { ...before, ...change };
  return { ...progress, packet: after, stages: [...progress.stages, { ...stage, before, after }] };
}

/** The path through one more part of a node, with its first gap. */
export function passPart(progress: Progress, passed: PassedPart): Progress {
  if (progress.gap) return progress;
  const parts = [...progress.parts, passed];
  const missing = findGaps(parts);
  if (missing.length === 0) return { ...progress, parts };
  return { ...progress, parts, gap: { part: passed.part, missing, knownStages: progress.stages.length } };
}

/** The path on one of several possibilities. */
export function choose(progress: Progress, type: Choice['type'], text: string): Progress {
  return { ...progress, choices: [...progress.choices, { type, text }] };
}

/** The finished path. */
export function finish(
  { packet, stages, choices, untracked, passed, gap }: Progress,
  verdict: Verdict,
  end: Omit<End, 'packet'>,
): Path {
  const path = { verdict, stages, choices, untracked, passed, end: { ...end, packet } };
  return gap ? { ...path, gap } : path;
}

/** The path that ends at its last stage. */
export function stop(progress: Progress, verdict: 'dropped' | 'rejected' | 'unknown', at: string): Path {
  return finish(progress, verdict, { type: 'nowhere', name: at });
}

/** The name of a row. */
export function nameRow(zone: string, table: string, { key }: Row): RowName {
  return { zone, table, key };
}
