import { groupBy } from '../../std/group-by.js';
import type { TracedPacket } from '../packet.js';
import type { PacketTrace } from '../trace.js';
import type { PathStage, Path } from '../path.js';
import type { Sender } from './ends.js';

/** The packet of a sender, and its trace. */
export interface SenderTrace {
  readonly sender: Sender;
  /** The name of the receiver. */
  readonly to: string;
  readonly packet: TracedPacket;
  readonly trace: PacketTrace;
}

/**
 * Senders whose packets to some receivers have the same outcome: each sender to each receiver. The first represents
 * all.
 */
export interface TraceGroup {
  readonly senders: readonly Sender[];
  /** Names of the receivers. */
  readonly receivers: readonly string[];
  readonly traces: readonly [SenderTrace, ...SenderTrace[]];
  /** Paths with equal ends. The first represents all. */
  readonly paths: readonly (readonly [Path, ...Path[]])[];
}

/** Groups senders by outcome and deciding rule, the largest group first. */
export function groupTraces(traces: readonly SenderTrace[]): TraceGroup[] {
  const outcomes = traces.map((trace) => ({ trace, outcome: JSON.stringify(trace.trace.paths.map(signatureOf)) }));
  const alike = groupBy(outcomes, ({ trace, outcome }) => JSON.stringify([trace.to, outcome]));
  const products = groupBy([...alike.values()], (group) =>
    JSON.stringify([group[0]?.outcome, group.map(({ trace }) => trace.sender.name)]),
  );
  return Array.from(products.values(), (group) => group.flat().map(({ trace }) => trace))
    .sort((a, b) => b.length - a.length)
    .flatMap((group): TraceGroup[] => {
      const [first, ...others] = group;
      if (!first) return [];
      const senders = new Map(group.map(({ sender }) => [sender.name, sender]));
      const receivers = [...new Set(group.map(({ to }) => to))];
      return [
        { senders: [...senders.values()], receivers, traces: [first, ...others], paths: groupPaths(first.trace) },
      ];
    });
}

function groupPaths({ paths }: PacketTrace): (readonly [Path, ...Path[]])[] {
  return [...groupBy(paths, (path) => JSON.stringify(signatureOf(path))).values()].flatMap((group) => {
    const [first, ...others] = group;
    return first ? [[first, ...others] as const] : [];
  });
}

/**
 * Returns the properties that distinguish a path: its end and deciders. Row keys are left out, as they differ between
 * pods.
 */
function signatureOf({ verdict, stages, end, choices }: Path): unknown {
  const isOutside = end.type === 'outside';
  return [
    verdict,
    end.type,
    ...(isOutside ? [end.node, end.port, end.nextHop, isTranslated(stages) ? end.packet.source : ''] : []),
    end.packet.dscp,
    end.missing?.map(({ annotations }) => annotations),
    choices.filter(({ type }) => type === 'unknown'),
    stages
      .filter(({ decidedBy }) => decidedBy?.cause)
      .map(({ stage, decidedBy }) => [
        stage,
        decidedBy?.kind,
        decidedBy?.namespace,
        decidedBy?.name,
        decidedBy?.cause?.pointer,
      ]),
  ];
}

function isTranslated(stages: readonly PathStage[]): boolean {
  return stages.some(({ before, after }) => before.source !== after.source);
}
