import type { Family } from '../../net/address.js';
import type { Point } from '../filters/address-range.js';
import { NO_TRANSPORT, type TransportSet } from '../filters/transport-set.js';
import type { PodClass } from './model.js';
import { NO_PORTS, type PeerView } from './peer.js';
import type { Pass } from './pass.js';
import type { Profile } from './profiles.js';
import { type Decision, decide, matchesUpToDecision } from './stage.js';
import type { RuleSource } from './stage-rules.js';
import type { Vocabulary } from './vocabulary.js';

const NO_SELECTIONS: ReadonlySet<number> = new Set();

/** One peer of a connection: a pod, or an address that no pod has. */
export type ConnectionEnd = { readonly pod: PodClass } | { readonly point: Point };

/** The decision about a packet at one stage of its path. */
export interface StageDecision extends Decision<RuleSource> {
  readonly stage: 'egress' | 'firewall' | 'ingress';
}

/**
 * Returns the connections between two peers in a family: those that pass every stage, and whose replies return. With
 * `isBalanced`, a load balancer forwards them to the second peer.
 */
export function connectClasses(
  from: ConnectionEnd,
  to: ConnectionEnd,
  family: Family,
  { intersect }: Vocabulary,
  isBalanced = false,
): TransportSet {
  const ends = viewEnds(from, to, family);
  if (!ends) return NO_TRANSPORT;
  const ports = 'pod' in to ? to.pod.ports : NO_PORTS;
  const sent = 'pod' in from ? passOf(from.pod.egress, isBalanced)(ends.to, ports) : undefined;
  const filtered = 'pod' in from && 'point' in to ? from.pod.firewall.pass(ends.to, ports) : undefined;
  const received = 'pod' in to ? to.pod.ingress.pass(ends.from, ports) : undefined;
  const sets = [sent, filtered, received].filter((set) => set !== undefined);
  const [first, ...others] = sets;
  return first ? others.reduce(intersect, first) : NO_TRANSPORT;
}

/** Returns a class for packets whose replies are ignored. */
export function toOneWay(podClass: PodClass): PodClass {
  const { ingress, egress } = podClass;
  if (!ingress.oneWay && !egress.oneWay) return podClass;
  return { ...podClass, ingress: ingress.oneWay ?? ingress, egress: egress.oneWay ?? egress };
}

function passOf({ pass, passBalanced }: Profile, isBalanced: boolean): Pass {
  return isBalanced ? (passBalanced ?? pass) : pass;
}

/**
 * Returns the decision of each stage on packets between two peers, at one place of the line of transports, in path
 * order.
 */
export function explain(from: ConnectionEnd, to: ConnectionEnd, family: Family, place: number): StageDecision[] {
  const ends = viewEnds(from, to, family);
  if (!ends) return [];
  const ports = 'pod' in to ? to.pod.ports : NO_PORTS;
  const decisions: StageDecision[] = [];
  const sent = 'pod' in from ? explainSent(from.pod, to, family, place) : undefined;
  if (sent) decisions.push(sent);
  if ('pod' in from && 'point' in to)
    decisions.push({ stage: 'firewall', ...decide(from.pod.firewall.stage, ends.to, ports, place) });
  if ('pod' in to) decisions.push({ stage: 'ingress', ...decide(to.pod.ingress.stage, ends.from, ports, place) });
  return decisions;
}

/**
 * Returns the rules that packets between two peers use, at one place of the line of transports. These are the rules that
 * decide or pass them on. NetworkPolicies have no order, so all of their rules that allow the packets are used.
 */
export function findUsedRules(from: ConnectionEnd, to: ConnectionEnd, family: Family, place: number): RuleSource[] {
  const ends = viewEnds(from, to, family);
  if (!ends) return [];
  const ports = 'pod' in to ? to.pod.ports : NO_PORTS;
  const stages = [
    ...('pod' in from ? [{ stage: from.pod.egress.stage, peer: ends.to }] : []),
    ...('pod' in from && 'point' in to ? [{ stage: from.pod.firewall.stage, peer: ends.to }] : []),
    ...('pod' in to ? [{ stage: to.pod.ingress.stage, peer: ends.from }] : []),
  ];
  return stages.flatMap(({ stage, peer }) =>
    matchesUpToDecision(stage, peer, ports, place).flatMap((matches) => {
      const sources = matches.map(({ source }) => source);
      const [first] = sources;
      return first?.type === 'rule' && first.policy.layer === 'namespaced' ? sources : sources.slice(0, 1);
    }),
  );
}

/** Returns the decision of a pod's policies on packets that it sends to one place, regardless of its EgressFirewall. */
export function explainSent(
  pod: PodClass,
  to: ConnectionEnd,
  family: Family,
  place: number,
): StageDecision | undefined {
  const ends = viewEnds({ pod }, to, family);
  if (!ends) return undefined;
  return { stage: 'egress', ...decide(pod.egress.stage, ends.to, 'pod' in to ? to.pod.ports : NO_PORTS, place) };
}

/** Returns the view that each peer has of the other. Returns undefined if one has no address of the family. */
function viewEnds(
  from: ConnectionEnd,
  to: ConnectionEnd,
  family: Family,
): { readonly from: PeerView; readonly to: PeerView } | undefined {
  const [left, right] = [viewOf(from, family), viewOf(to, family)];
  return left && right && { from: left, to: right };
}

function viewOf(end: ConnectionEnd, family: Family): PeerView | undefined {
  if ('pod' in end) return end.pod.views[family];
  return { family, selections: NO_SELECTIONS, point: end.point };
}
