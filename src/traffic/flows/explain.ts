import type { Family } from '../../net/address.js';
import { ALL_TRANSPORT } from '../filters/transport-range.js';
import {
  type TransportRange,
  type TransportSet,
  intersectTransport,
  mergeTransport,
} from '../filters/transport-set.js';
import { type ConnectionEnd, type StageDecision, explain } from '../policies/connections.js';
import { NO_PORTS, type PodPorts } from '../policies/peer.js';
import type { Profile } from '../policies/profiles.js';

/** Protocols and ports with the same deciding rules, and these decisions, in the order of the path. */
export interface Explanation {
  readonly transport: TransportSet;
  readonly verdict: 'allow' | 'drop';
  readonly decisions: readonly StageDecision[];
}

/**
 * Returns the decisions about packets between two peers, by default about all packets. Allowed packets come first, each
 * group by its lowest place.
 */
export function explainFlow(
  from: ConnectionEnd,
  to: ConnectionEnd,
  family: Family,
  within: TransportSet = ALL_TRANSPORT,
): Explanation[] {
  const ports = 'pod' in to ? to.pod.ports : NO_PORTS;
  const profiles = [
    ...('pod' in from ? [from.pod.egress, from.pod.firewall] : []),
    ...('pod' in to ? [to.pod.ingress] : []),
  ];
  const groups = new Map<string, { readonly transport: TransportRange[]; readonly decisions: StageDecision[] }>();
  const names = new Map<unknown, number>();
  for (const range of intersectTransport(atomsOf(profiles, ports), within)) {
    const decisions = explain(from, to, family, range.first);
    const key = decisions.map((decision) => keyOf(decision, names)).join();
    const group = groups.get(key) ?? { transport: [], decisions };
    group.transport.push(range);
    groups.set(key, group);
  }
  const all = [...groups.values()].map(({ transport, decisions }): Explanation => {
    const passes = decisions.every(({ verdict }) => verdict === 'allow');
    return { transport: mergeTransport(transport), verdict: passes ? 'allow' : 'drop', decisions };
  });
  return [...all.filter(({ verdict }) => verdict === 'allow'), ...all.filter(({ verdict }) => verdict === 'drop')];
}

/** Returns the intervals of the line of transports that no rule divides. */
function atomsOf(profiles: readonly Profile[], ports: PodPorts): TransportRange[] {
  const boundaries = new Set(ALL_TRANSPORT.flatMap(({ first, end }) => [first, end]));
  for (const { stage } of profiles) {
    for (const { transport, named } of stage.flatMap(({ rules }) => rules)) {
      for (const { first, end } of [...transport, ...named.flatMap(ports.of)]) boundaries.add(first).add(end);
    }
  }
  const sorted = [...boundaries].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((first, index) => ({ first, end: sorted[index + 1] ?? first }));
}

/** Returns equal numbers for equal decisions. */
function keyOf({ verdict, rule, closedBy, passedBy }: StageDecision, names: Map<unknown, number>): number {
  const what = rule ?? (closedBy.length > 0 ? closedBy : (passedBy.at(-1) ?? verdict));
  const number = names.get(what) ?? names.size;
  names.set(what, number);
  return number;
}
