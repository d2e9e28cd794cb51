import { type TransportRange, type TransportSet, uniteTransport } from '../filters/transport-set.js';
import { type NamedPort, type PodPorts, type PeerMatch, type PeerView, matchesPeer } from './peer.js';

/** A rule of a layer. The first match decides. `pass` leaves the packet to the next layer. */
export interface StageRule<Source> extends PeerMatch {
  readonly verdict: 'allow' | 'drop' | 'pass';
  /** Ports by number. */
  readonly transport: TransportSet;
  readonly named: readonly NamedPort[];
  /** The source of the rule. */
  readonly source: Source;
}

/** Rules of one tier of ACLs. */
export interface Layer<Source> {
  readonly rules: readonly StageRule<Source>[];
  /** The sources of the default deny. If empty, the next layer decides. */
  readonly closedBy: readonly Source[];
}

/**
 * The filters of one place: layer after layer. Packets without a decision pass. A connection must pass all of its
 * stages.
 */
export type Stage<Source> = readonly Layer<Source>[];

/** The decision about a packet. Without a rule, the default deny of `closedBy` decides, or nothing. */
export interface Decision<Source> {
  readonly verdict: 'allow' | 'drop';
  readonly rule?: StageRule<Source>;
  readonly closedBy: readonly Source[];
  /** Rules of earlier layers that passed the packet on to later ones. */
  readonly passedBy: readonly StageRule<Source>[];
}

/** Returns the decision on packets to one place of the line of transports. */
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

/**
 * Returns the rules that match packets to one place of the line of transports, layer after layer, up to the layer that
 * decides.
 */
export function matchesUpToDecision<Source>(
  stage: Stage<Source>,
  peer: PeerView,
  ports: PodPorts,
  place: number,
): StageRule<Source>[][] {
  const layers: StageRule<Source>[][] = [];
  for (const { rules, closedBy } of stage) {
    const matches = rules.filter((one) => matchesPeer(one, peer) && hasPlace(transportTo(one, ports), place));
    layers.push(matches);
    if (closedBy.length > 0 || (matches[0] !== undefined && matches[0].verdict !== 'pass')) break;
  }
  return layers;
}

/** Returns the protocols and ports of a rule for packets to a pod, with the named ports of its containers. */
export function transportTo(
  { transport, named }: Pick<StageRule<unknown>, 'transport' | 'named'>,
  ports: PodPorts,
): TransportSet {
  return named.reduce((all, port) => uniteTransport(all, ports.of(port)), transport);
}

function hasPlace(ranges: readonly TransportRange[], place: number): boolean {
  return ranges.some(({ first, end }) => first <= place && place < end);
}
