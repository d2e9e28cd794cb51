import type { Direction } from '../model/intent/policy.js';
import type { Family, Prefix } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import {
  type AddressRange,
  complement,
  intersectRanges,
  mergeRanges,
  prefixesOfRange,
  rangeOfPrefix,
} from '../traffic/filters/address-range.js';
import type { PeerCandidate } from './cover.js';
import type { PathSide, PodSelector } from './resolve-wishes.js';
import type { SuggestContext } from './suggest-context.js';

/** A peer of a NetworkPolicy: pods of namespaces, or a network. */
export type DraftPeer =
  | ({ readonly type: 'pods' } & PodSelector)
  | { readonly type: 'block'; readonly cidr: string; readonly except: readonly string[] };

/** A candidate. If its peer is undefined, it is every peer. */
type Candidate = PeerCandidate<DraftPeer | undefined>;

/** The pods and addresses that the peers of a policy can be, as numbers. */
export interface PeerSpace {
  readonly elementsOf: (demands: readonly HasPeers[]) => ReadonlySet<number>;
  /** Returns the peers that rules can have for some demands, the most general first. `allowed` limits them. */
  readonly candidatesOf: (demands: readonly HasPeers[], allowed: ReadonlySet<number>) => Candidate[];
}

interface HasPeers {
  readonly peers: PathSide;
}

/** Creates the space of the peers of some demands. Their boundaries divide the addresses outside of the cluster. */
export function createPeerSpace(
  demands: readonly HasPeers[],
  direction: Direction,
  context: SuggestContext,
): PeerSpace {
  const { units, world, select, workloadOf, selectorOf } = context;
  const families = world.configuration.ipFamilies;
  const outside = world.networks[direction === 'Egress' ? 'beyond' : 'senders'];
  const universe = families.flatMap((family) => outside[family]);
  const pieces = divide(
    universe,
    demands.flatMap(({ peers }) => peers.ranges),
  );
  const count = units.all.length;
  const numbersIn = (ranges: readonly AddressRange[]): number[] =>
    pieces.flatMap((piece, index) => (intersectRanges([piece], ranges).length > 0 ? [count + index] : []));
  const elementsOfSide = (side: PathSide): number[] => [
    ...Array.from(side.units, ({ number }) => number),
    ...numbersIn(side.ranges),
  ];
  const podCandidate = (selector: PodSelector): Candidate => ({
    key: JSON.stringify(selector),
    peer: { type: 'pods', ...selector },
    elements: new Set(Array.from(select(selector), ({ number }) => number)),
  });
  const blockCandidate = (prefix: Prefix, ranges: readonly AddressRange[]): Candidate => {
    const block = rangeOfPrefix(prefix);
    const except = exceptionsOf(prefix, ranges, universe, world.configuration.clusterSubnets);
    const peer = { type: 'block' as const, cidr: formatPrefix(prefix), except: except.map(formatPrefix) };
    const elements = new Set(numbersIn(intersectRanges(ranges, [block])));
    return { key: JSON.stringify([peer.cidr, peer.except]), peer, elements };
  };
  return {
    elementsOf: (some) => new Set(some.flatMap(({ peers }) => elementsOfSide(peers))),
    candidatesOf: (some, allowed) => {
      const everyone = allowed.size === count + pieces.length ? [{ key: '', peer: undefined, elements: allowed }] : [];
      const written = some.flatMap(({ peers }) => peers.selectors).map(podCandidate);
      const own = [...new Set(some.flatMap(({ peers }) => [...peers.units]))];
      const workloads = own.map((unit) =>
        podCandidate({ namespaces: unit.namespace, ...podsField(workloadOf(unit).selector) }),
      );
      const single = own.map((unit) => podCandidate({ namespaces: unit.namespace, ...podsField(selectorOf(unit)) }));
      const joined = mergeByFamily(
        families,
        some.flatMap(({ peers }) => peers.ranges),
      );
      const exact = joined.flatMap(prefixesOfRange).map((prefix) => blockCandidate(prefix, joined));
      const blocks = some
        .flatMap(({ peers }) => peers.blocks)
        .flatMap((prefix) => {
          const inside = intersectRanges([rangeOfPrefix(prefix)], joined);
          const block = blockCandidate(prefix, joined);
          // A network with exceptions must be shorter than a list of networks.
          return inside.length > 0 && countExceptions(block) < inside.flatMap(prefixesOfRange).length ? [block] : [];
        });
      return unique([...everyone, ...written, ...workloads, ...single, ...blocks, ...exact]);
    },
  };
}

function countExceptions({ peer }: Candidate): number {
  return peer?.type === 'block' ? peer.except.length : 0;
}

function podsField(selector: NonNullable<PodSelector['pods']>): Pick<PodSelector, 'pods'> {
  return Object.keys(selector).length > 0 ? { pods: selector } : {};
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.key, one])).values()];
}

function mergeByFamily(families: readonly Family[], ranges: readonly AddressRange[]): AddressRange[] {
  return families.flatMap((family) => mergeRanges(ranges.filter((range) => range.family === family)));
}

/** Divides ranges at the boundaries of others. */
function divide(ranges: readonly AddressRange[], others: readonly AddressRange[]): AddressRange[] {
  return ranges.flatMap((range) => {
    const points = others
      .filter(({ family }) => family === range.family)
      .flatMap(({ first, end }) => [first, end])
      .filter((point) => point > range.first && point < range.end);
    const starts = [range.first, ...new Set(points)].sort((a, b) => (a < b ? -1 : 1));
    return starts.map((first, index): AddressRange => ({ ...range, first, end: starts[index + 1] ?? range.end }));
  });
}

/** Returns the networks of a block that are pods, or addresses outside of the cluster that are not in the ranges. */
function exceptionsOf(
  prefix: Prefix,
  ranges: readonly AddressRange[],
  universe: readonly AddressRange[],
  subnets: SuggestContext['world']['configuration']['clusterSubnets'],
): Prefix[] {
  const { family } = prefix;
  const isOfFamily = (range: AddressRange): boolean => range.family === family;
  const others = intersectRanges(universe.filter(isOfFamily), complement(family, ranges.filter(isOfFamily)));
  const pods = subnets.map((subnet) => rangeOfPrefix(subnet.prefix)).filter(isOfFamily);
  const inBlock = intersectRanges([...others, ...pods], [rangeOfPrefix(prefix)]);
  return mergeRanges(inBlock).flatMap(prefixesOfRange);
}
