import { type TransportRange, type TransportSet, uniteTransport } from '../filters/transport-set.js';
import { type NamedPort, type PodPorts, type PeerMatch, type PeerView, matchesPeer } from './peer.js';

/** A rule of a layer: of those that match a packet the first decides; `pass` leaves it to the next layer. */
export interface StageRule<Source> extends PeerMatch {
  readonly verdict: 'allow' | 'drop' | 'pass';
  /** Ports by number. */
  readonly transport: TransportSet;
  readonly named: readonly NamedPort[];
  /** What it was made from. */
  readonly source: Source;
}

/** Rules of one tier of ACLs. */
export interface Layer<Source> {
  readonly rules: readonly StageRule<Source>[];
  /** Who drops what no rule of the layer matches; empty: it is left to the next layer. */
  readonly closedBy: readonly Source[];
}

/**
 * What filters in one place do to packets: layer after layer; what no layer decides about passes. A connection passes where
 * it passes all of its stages.
 */
export type Stage<Source> = readonly Layer<Source>[];

/** What decides about a packet; no rule: the default deny of `closedBy`, or nothing at all. */
export interface Decision<Source> {
  readonly verdict: 'allow' | 'drop';
  readonly rule?: StageRule<Source>;
  readonly closedBy: readonly Source[];
  /** Rules of earlier layers that have left it to the later ones. */
  readonly passedBy: readonly StageRule<Source>[];
}

/** Finds what decides about packets to one place of the line of transports. */
export function decide<Source>(stage: Stage<Source>, peer: PeerView, ports: PodPorts, place: number): Decision<Source> {
  const passedBy: StageRule<Source>[] = [];
  for (const { rules, closedBy } of stage) {
    const rule = rules.find((one) => matchesPeer(one, peer) && hasPlace(transportTo(one, ports), place));
    if (rule?.verdict === 'pass') passedBy.push(rule);
    else if (rule) return { verdict: rule.verdict, rule, closedBy: [], passedBy };
    else if (closedBy.length > 0) return { verdict: 'drop', closedBy, passedBy };
  }
  return { verdict: 'allow', closedBy: [], passedBy };
}

/** The protocols and ports of a rule for packets to a pod: names of ports mean those of its containers. */
export function transportTo(
  { transport, named }: Pick<StageRule<unknown>, 'transport' | 'named'>,
  ports: PodPorts,
): TransportSet {
  return named.reduce((all, port) => uniteTransport(all, ports.of(port)), transport);
}

function hasPlace(ranges: readonly TransportRange[], place: number): boolean {
  return ranges.some(({ first, end }) => first <= place && place < end);
}
