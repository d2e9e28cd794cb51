import type { Report } from '../model/diagnostic.js';
import { titleOf } from '../model/kubernetes-object.js';
import { groupBy } from '../std/group-by.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';
import type { Decider } from '../traffic/change.js';
import { formatTransport, portRangesOf } from '../traffic/filters/transport-range.js';
import { CLIENT_PORTS } from '../traffic/policies/replies.js';
import type { FlowDecider, FlowDecision } from './decide-flow.js';
import { formatTime } from './format-time.js';
import { messages } from './messages.js';
import type { ObservedFlow, ObservedFlows } from './observe.js';
import { formatPeer } from './peer.js';

/** An observed flow that contradicts the model. */
interface Contradiction {
  readonly flow: ObservedFlow;
  readonly decision: FlowDecision;
}

/**
 * Returns a finding for each workload and rule whose observed flows contradict the decision of the model. Findings are at
 * the deciding rule, or at `path` if no rule decides.
 */
export function findContradictions({ flows }: ObservedFlows, { decide }: FlowDecider, path: string): Report[] {
  const found = flows.flatMap((flow): Contradiction[] => {
    const evidence = evidenceOf(flow);
    const decision = evidence === 'unknown' ? undefined : decide(flow);
    const isOther = evidence === 'passed' ? decision?.verdict === 'drop' : decision?.verdict === 'allow';
    return decision && isOther ? [{ flow, decision }] : [];
  });
  const groups = groupBy(found, ({ flow: { from, place }, decision: { verdict, decider } }) =>
    [formatPeer(from), place, verdict, decider ? keyOf(decider) : ''].join(' '),
  );
  return [...groups.values()].flatMap((all) => toReport(all, path));
}

/**
 * Returns whether packets of a flow passed. Replies are evidence, because a server that gets no request does not reply.
 */
function evidenceOf({ requests, replies, allowed, dropped, place }: ObservedFlow): 'passed' | 'dropped' | 'unknown' {
  const [range] = portRangesOf([{ first: place, end: place + 1 }]);
  // The direction of flows between two ports of clients is uncertain.
  const isAnswered = requests > 0 && replies > 0 && (range?.first ?? 0) < CLIENT_PORTS.first;
  if (dropped > 0) return isAnswered || allowed > dropped ? 'unknown' : 'dropped';
  return isAnswered || allowed > 0 ? 'passed' : 'unknown';
}

function toReport(all: readonly Contradiction[], path: string): Report[] {
  const [first] = all;
  if (!first) return [];
  const { flow, decision } = first;
  const { decider, verdict } = decision;
  const transport = formatTransport([{ first: flow.place, end: flow.place + 1 }]);
  const times = all.flatMap((one) => (Number.isNaN(one.flow.last) ? [] : [one.flow.last]));
  const count = all.reduce((sum, one) => sum + one.flow.count, 0);
  const last = times.length > 0 ? `, last ${formatTime(times.reduce((a, b) => Math.max(a, b)))}` : '';
  const make = verdict === 'drop' ? messages.shouldBeDropped : messages.shouldBeAllowed;
  const finding = make({
    text: `${formatPeer(flow.from)} → ${listNames(all.map((one) => formatPeer(one.flow.to)))} ${transport}`,
    seen: `${plural(count, 'record')}${last}`,
    rule: decider ? ` by ${describeDecider(decider)}` : '',
  });
  if (!decider) return [{ ...finding, location: { path } }];
  const { kind, namespace, name, origin, pointer } = decider.cause;
  return [{ ...finding, location: { origin, pointer }, resource: { kind, namespace, name } }];
}

function describeDecider({ cause, text, isDefaultDeny = false }: Decider): string {
  const title = titleOf(cause.kind, cause);
  return isDefaultDeny ? `the default deny of ${title}` : `rule '${text}' of ${title}`;
}

function keyOf({ cause, text }: Decider): string {
  return `${titleOf(cause.kind, cause)} ${cause.pointer} ${text}`;
}
