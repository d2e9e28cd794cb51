import { locateCauses } from '../../diagnostics/locate-causes.js';
import type { Cause } from '../../model/intent/cause.js';
import type { ObservedChange, ObservedChangeType, ObservedChanges } from '../../observed/compare-flows.js';
import type { FlowDecision } from '../../observed/decide-flow.js';
import { formatTime } from '../../observed/format-time.js';
import type { ObservedFlows } from '../../observed/observe.js';
import { formatPeer } from '../../observed/peer.js';
import { groupBy } from '../../std/group-by.js';
import { describeMark } from '../../traffic/describe.js';
import { formatTransport } from '../../traffic/filters/transport-range.js';
import type { Both } from '../../traffic/side.js';
import { describeFlowRule } from './flows.js';
import type { DiffReport, ObservedChangeText, ObservedResult } from './report.js';

/** Observed flows, their changes, and the number of invalid entries. */
export interface ComparedFlows {
  readonly observed: ObservedFlows;
  readonly compared: ObservedChanges;
  readonly rejected: number;
}

/** Returns a report with the changes of observed flows. */
export function addObservedFlows(
  report: DiffReport,
  { observed, compared, rejected }: ComparedFlows,
  folders: Both<string>,
): DiffReport {
  const { changes, undecided } = compared;
  const positions = { before: locate(changes, 'before', folders), after: locate(changes, 'after', folders) };
  const place = (cause: Cause, side: keyof Both<unknown>) => positions[side].get(cause);
  const texts = changes.map((one): ObservedChangeText => ({
    change: one.change,
    from: formatPeer(one.flow.from),
    to: [formatPeer(one.flow.to)],
    transport: formatTransport([{ first: one.flow.place, end: one.flow.place + 1 }]),
    count: one.flow.count,
    ...timesOf(one.flow),
    before: describeSide(one, 'before', place),
    after: describeSide(one, 'after', place),
  }));
  const groups = groupBy(texts, ({ change, from, transport, before, after }) =>
    JSON.stringify([change, from, transport, before, after]),
  );
  const { records, omitted, unmapped, flows } = observed;
  return {
    ...report,
    counts: { ...report.counts, seen: new Set(changes.map(({ flow }) => flow)).size },
    observed: {
      changes: [...groups.values()].flatMap(join).sort(compareChanges),
      ...{ flows: flows.length, records, ...timesOf(observed), undecided, omitted, rejected, unmapped },
    },
  };
}

/** Causes of the rules that decide on a side, with their positions. */
function locate(changes: readonly ObservedChange[], side: keyof Both<unknown>, folders: Both<string>) {
  const causes = changes.flatMap((one) => [one[side].decider?.cause ?? [], one[side].egress?.mark?.cause ?? []].flat());
  return locateCauses([...new Set(causes)], folders[side]);
}

function timesOf({ first, last }: { readonly first: number; readonly last: number }) {
  return {
    ...(Number.isNaN(first) ? {} : { first: formatTime(first) }),
    ...(Number.isNaN(last) ? {} : { last: formatTime(last) }),
  };
}

function describeSide(
  change: ObservedChange,
  side: keyof Both<unknown>,
  place: Parameters<typeof describeFlowRule>[2]['place'],
): ObservedResult {
  const decision = change[side];
  const describe = (decider: FlowDecision['decider']) =>
    decider ? { rule: describeFlowRule(decider, side, { place }) } : {};
  const { egress } = decision;
  if (change.change === 'moved') {
    const [source, hop] = [egress?.sources ?? [], egress?.hops ?? []].map((all) => all.join(' or ') || 'unknown');
    return { result: `leaves from ${source ?? ''} to next hop ${hop ?? ''}` };
  }
  if (change.change === 'marked') {
    const mark = egress?.mark;
    return mark ? { result: `DSCP ${mark.dscp}`, ...describe(describeMark(mark)) } : { result: 'the DSCP of the pod' };
  }
  return { result: decision.verdict === 'allow' ? 'passes' : 'dropped', ...describe(decision.decider) };
}

/** Joins changes that differ in their destinations only. */
function join(group: readonly ObservedChangeText[]): ObservedChangeText[] {
  const sorted = [...group].sort((a, b) => b.count - a.count);
  const [first] = sorted;
  if (!first) return [];
  const times = (key: 'first' | 'last'): string[] => group.flatMap((one) => one[key] ?? []).sort();
  const [earliest, latest] = [times('first')[0], times('last').at(-1)];
  const joined = {
    ...first,
    to: [...new Set(sorted.flatMap(({ to }) => to))],
    count: group.reduce((sum, { count }) => sum + count, 0),
    ...(earliest === undefined ? {} : { first: earliest }),
    ...(latest === undefined ? {} : { last: latest }),
  };
  return [joined];
}

const ORDER: readonly ObservedChangeType[] = ['cut', 'opened', 'moved', 'marked'];

function compareChanges(a: ObservedChangeText, b: ObservedChangeText): number {
  const textOf = ({ from, transport }: ObservedChangeText): string => `${from} ${transport}`;
  const byType = ORDER.indexOf(a.change) - ORDER.indexOf(b.change);
  return byType || b.count - a.count || (textOf(a) < textOf(b) ? -1 : 1);
}
