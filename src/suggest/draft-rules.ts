import type { Direction } from '../model/intent/policy.js';
import { type PortRange, portRangesOf, transportPointOf } from '../traffic/filters/transport-range.js';
import { type TransportSet, mergeTransport } from '../traffic/filters/transport-set.js';
import { type PeerCandidate, coverElements } from './cover.js';
import { type DraftPeer, type PeerSpace, createPeerSpace } from './peer-space.js';
import type { PodUnit } from './pod-units.js';
import type { PathSide } from './resolve-wishes.js';
import type { SuggestContext } from './suggest-context.js';

/** Packets of the subject of a policy: the other side of a path, and the destination ports. */
export interface Demand {
  readonly peers: PathSide;
  readonly transport: TransportSet;
}

/** A rule of a NetworkPolicy. */
export interface DraftRule {
  /** Any of them applies. Empty: every peer. */
  readonly peers: readonly DraftPeer[];
  /** Any of them applies. Empty: every protocol and port. */
  readonly ports: readonly PortRange[];
}

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;
const LAST_PORT = 65_535;

/** Destination ports that all demands treat alike. `isAll`: every protocol and port. */
interface PortClass extends PortRange {
  readonly isAll?: boolean;
}

/**
 * Returns the rules that allow exactly the demands. No rule, peer or port can be left out. Ports that need the same
 * peers share a rule.
 */
export function draftRules(
  demands: readonly Demand[],
  subject: readonly PodUnit[],
  direction: Direction,
  context: SuggestContext,
): DraftRule[] {
  const space = createPeerSpace(demands, direction, context);
  const chosen = new Map<string, ChosenPeer & { readonly classes: PortClass[] }>();
  const [only] = subject;
  // Filters do not apply to packets of a pod to itself.
  const self = subject.length === 1 && only?.isSingle === true ? [only.number] : [];
  const elementsOf = demands.map((demand) => space.elementsOf([demand]));
  const orderOf = (elements: ReadonlySet<number>): number =>
    elementsOf.findIndex((own) => [...elements].some((one) => own.has(one)));
  const wider: { readonly port: PortClass; readonly elements: ReadonlySet<number> }[] = [];
  for (const port of portClassesOf(demands)) {
    const active = demands.filter(({ transport }) => contains(transport, pointOf(port)));
    const wished = space.elementsOf(active);
    const covered = new Set(wider.flatMap((one) => (includes(one.port, port) ? [...one.elements] : [])));
    const needed = new Set([...wished].filter((one) => !covered.has(one) && !self.includes(one)));
    const cover = chooseCover(needed, new Set([...wished, ...self]), active, space);
    for (const { key, peer, elements } of cover) {
      const known = chosen.get(key);
      if (known) known.classes.push(port);
      else chosen.set(key, { peer, classes: [port], order: orderOf(elements) });
      if (isWhole(port)) wider.push({ port, elements });
    }
  }
  return toRules([...chosen.values()].sort((a, b) => a.order - b.order));
}

/** A peer of a rule, and its ports. */
interface ChosenPeer {
  /** If undefined, every peer. */
  readonly peer: DraftPeer | undefined;
  readonly classes: readonly PortClass[];
  /** Position of the first demand that it is for. */
  readonly order: number;
}

function chooseCover(
  needed: ReadonlySet<number>,
  allowed: ReadonlySet<number>,
  active: readonly Demand[],
  space: PeerSpace,
): PeerCandidate<DraftPeer | undefined>[] {
  if (needed.size === 0) return [];
  const candidates = space.candidatesOf(active, allowed);
  return coverElements(needed, allowed, candidates) ?? [];
}

/**
 * Returns the classes of ports that demands distinguish: all protocols first, then whole protocols, then ports in
 * ascending order.
 */
function portClassesOf(demands: readonly Demand[]): PortClass[] {
  const ranges = demands.flatMap(({ transport }) => portRangesOf(transport));
  const classes: PortClass[] = [];
  if (ranges.some(({ protocol }) => protocol === 'other'))
    classes.push({ protocol: 'other', first: 0, last: 0, isAll: true });
  for (const protocol of PROTOCOLS) {
    if (ranges.some((one) => one.protocol === protocol && one.first === 0))
      classes.push({ protocol, first: 0, last: LAST_PORT });
  }
  for (const protocol of PROTOCOLS) {
    const own = ranges.filter((one) => one.protocol === protocol && one.first > 0);
    const starts = [...new Set(own.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
    for (const [index, first] of starts.entries()) {
      const last = (starts[index + 1] ?? first) - 1;
      if (own.some((one) => one.first <= first && last <= one.last && first <= last))
        classes.push({ protocol, first, last });
    }
  }
  return classes;
}

function pointOf({ protocol, first }: PortClass): number {
  return transportPointOf(protocol, first);
}

function isWhole({ isAll, first, last }: PortClass): boolean {
  return isAll === true || (first === 0 && last === LAST_PORT);
}

/** Returns true if a rule for a whole protocol applies to a class of ports. */
function includes(whole: PortClass, port: PortClass): boolean {
  return whole.isAll === true || whole.protocol === port.protocol;
}

function contains(transport: TransportSet, point: number): boolean {
  return transport.some(({ first, end }) => first <= point && point < end);
}

/** Joins the peers with the same ports to rules. */
function toRules(chosen: readonly ChosenPeer[]): DraftRule[] {
  const rules = new Map<string, { readonly peers: DraftPeer[]; readonly ports: readonly PortRange[] }>();
  for (const { peer, classes } of chosen) {
    const ports = classes.some(({ isAll }) => isAll) ? [] : joinPorts(classes);
    // A rule without peers is for every peer.
    const key = `${peer ? 'peers' : 'every peer'} ${JSON.stringify(ports)}`;
    const rule = rules.get(key) ?? { peers: [], ports };
    if (peer) rule.peers.push(peer);
    rules.set(key, rule);
  }
  return [...rules.values()];
}

function joinPorts(classes: readonly PortClass[]): PortRange[] {
  const ranges = classes.map(({ protocol, first, last }) => ({
    first: transportPointOf(protocol, first),
    end: transportPointOf(protocol, last) + 1,
  }));
  return portRangesOf(mergeTransport(ranges));
}
