import type { Pod } from '../model/cluster.js';
import type { Both } from '../traffic/side.js';
import type { FlowDecider, FlowDecision } from './decide-flow.js';
import type { ObservedFlow, ObservedFlows } from './observe.js';

/**
 * Change of an observed flow: it is cut or opened, it leaves with another source address or by another next hop
 * (`moved`), or with another DSCP value (`marked`).
 */
export type ObservedChangeType = 'cut' | 'opened' | 'moved' | 'marked';

/** A change of an observed flow, and the decisions of both sides. */
export interface ObservedChange extends Both<FlowDecision> {
  readonly change: ObservedChangeType;
  readonly flow: ObservedFlow;
}

/** Changes of observed flows. */
export interface ObservedChanges {
  /** In the order of the flows. */
  readonly changes: readonly ObservedChange[];
  /** Number of flows between pods or addresses whose verdict is unknown on a side. */
  readonly undecided: number;
}

/** Returns the observed flows that are treated differently on both sides. */
export function compareObservedFlows(deciders: Both<FlowDecider>, { flows }: ObservedFlows): ObservedChanges {
  const changes: ObservedChange[] = [];
  let undecided = 0;
  for (const flow of flows) {
    const [before, after] = [deciders.before.decide(flow), deciders.after.decide(flow)];
    if (before.verdict === 'unknown' || after.verdict === 'unknown') undecided++;
    else for (const change of changesOf(before, after)) changes.push({ change, flow, before, after });
  }
  return { changes, undecided };
}

function changesOf(before: FlowDecision, after: FlowDecision): ObservedChangeType[] {
  if (before.verdict !== after.verdict) return [before.verdict === 'allow' ? 'cut' : 'opened'];
  const [old, now] = [before.egress, after.egress];
  if (!old || !now) return [];
  return [
    ...(isOther(old.sources, now.sources) || isOther(old.hops, now.hops) ? (['moved'] as const) : []),
    ...(old.mark?.dscp === now.mark?.dscp ? [] : (['marked'] as const)),
  ];
}

function isOther(before: readonly string[], after: readonly string[]): boolean {
  return before.join() !== after.join();
}

/**
 * Creates a function that groups pods of a workload: pods of a group have equal changes. See `createFlowCollector`. Egress
 * only distinguishes pods whose egress changes.
 */
export function createChangeGroups({ before, after }: Both<FlowDecider>): (pod: Pod) => string {
  return (pod) => {
    const [old, now] = [before, after].map((side) => `${side.egressOf(pod)} ${side.marksOf(pod)}`);
    const egress = old === now ? '' : `${old ?? ''} ${now ?? ''}`;
    return `${before.classOf(pod) ?? ''} ${after.classOf(pod) ?? ''} ${egress}`;
  };
}
