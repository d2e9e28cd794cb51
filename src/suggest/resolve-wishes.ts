import type { ExpectationPeer } from '../expectations/expectation.js';
import { type PeerMembers, findMembers } from '../expectations/members.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import type { LabelSelector } from '../model/label-selector.js';
import { FAMILIES, type Prefix } from '../net/address.js';
import { normalizeName } from '../net/dns-name.js';
import { isObject } from '../std/json.js';
import {
  type AddressRange,
  complement,
  intersectRanges,
  mergeRanges,
  prefixesOfRange,
  wholeFamily,
} from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport } from '../traffic/filters/transport-set.js';
import { isLasting } from './lasting-labels.js';
import type { PodUnit, PodUnits } from './pod-units.js';
import type { WishedPath } from './wished-path.js';

/** Pods as a user writes them: a namespace or a selector of namespaces, and a selector of their pods. */
export interface PodSelector {
  readonly namespaces: string | LabelSelector;
  readonly pods?: LabelSelector;
}

/** The sources or destinations of a path. */
export interface PathSide {
  readonly units: ReadonlySet<PodUnit>;
  /** Selectors in the input for some of these units, and perhaps others. */
  readonly selectors: readonly PodSelector[];
  /** Addresses of no pod. Ascending and disjoint in each family. */
  readonly ranges: readonly AddressRange[];
  /** Networks in the input around some of these ranges. */
  readonly blocks: readonly Prefix[];
  /** A normalized DNS name whose answers the ranges are. If it has no pinned answers, there are no ranges. */
  readonly dnsName?: string;
  /** Reason why no selector selects exactly these pods. If unset, one does. */
  readonly problem?: string;
}

/** A path with its members. */
export interface ResolvedPath {
  readonly name: string;
  readonly from: PathSide;
  readonly to: PathSide;
  readonly transport: TransportSet;
}

/** Paths with their members, and those without. */
export interface ResolvedWishes {
  readonly paths: readonly ResolvedPath[];
  /** Paths that select no packets although they should, and the pods of their other side. */
  readonly empty: readonly EmptyPath[];
}

interface EmptyPath {
  readonly name: string;
  /** The side without members. */
  readonly side: 'from' | 'to';
  readonly units: ReadonlySet<PodUnit>;
}

/** Resolves paths. A limit is omitted if another path needs packets between the same peers. */
export function resolveWishes(
  wishes: readonly WishedPath[],
  units: PodUnits,
  world: ExpectationContext,
): ResolvedWishes {
  const resolved = wishes.map((wish) => {
    const [from, to] = (['from', 'to'] as const).map((side): Resolved[] => {
      const found = intersectAll(wish[side].map((peer) => membersOf(peer, side, world)));
      const sides = found.map((one) => ({ ...toSide(one, units, world, wish.isObserved), transport: one.transport }));
      return sides.filter((one) => hasMembers(one) && one.transport.length > 0);
    });
    return { wish, from: from ?? [], to: to ?? [] };
  });
  const all = resolved.flatMap(({ wish: { name, isLimit }, from, to }) =>
    from.flatMap((source) => to.map((end) => ({ name, isLimit, from: source, to: end, transport: end.transport }))),
  );
  const needed = all.filter(({ isLimit }) => !isLimit);
  const empty = resolved.flatMap(({ wish: { name, mayBeEmpty }, from, to }): EmptyPath[] => {
    if (mayBeEmpty || (from.length > 0 && to.length > 0)) return [];
    const side = from.length === 0 ? 'from' : 'to';
    return [{ name, side, units: new Set([...from, ...to].flatMap((one) => [...one.units])) }];
  });
  return { paths: all.filter((one) => !one.isLimit || !needed.some((other) => meets(one, other))), empty };
}

type Resolved = PathSide & Pick<ResolvedPath, 'transport'>;

/** Returns true if a side contains any pod or address. */
export function hasMembers({ units, ranges, dnsName }: PathSide): boolean {
  return units.size + ranges.length > 0 || dnsName !== undefined;
}

/** Returns true if some packet is in both paths, regardless of its port. */
function meets(a: ResolvedPath, b: ResolvedPath): boolean {
  return (['from', 'to'] as const).every(
    (side) =>
      [...a[side].units].some((unit) => b[side].units.has(unit)) ||
      intersectRanges(a[side].ranges, b[side].ranges).length > 0 ||
      (a[side].dnsName !== undefined && a[side].dnsName === b[side].dnsName),
  );
}

/** Members of one peer, and how it is written. */
interface WrittenMembers extends Pick<PeerMembers, 'ranges' | 'exceptions' | 'transport' | 'service'> {
  readonly pods: readonly Pod[];
  readonly selectors: readonly PodSelector[];
  readonly blocks: readonly Prefix[];
  readonly dnsName?: string;
}

function membersOf(peer: ExpectationPeer, side: 'from' | 'to', world: ExpectationContext): WrittenMembers[] {
  return findMembers(peer, world, side).map((one) => ({
    ...one,
    pods: one.pods === 'all' ? [...world.model.classOf.keys()] : one.pods,
    selectors: selectorsOf(peer, one, world),
    blocks: blocksOf(peer, one),
    ...(one.pods !== 'all' && one.pods.length === 0 ? nameField(peer, world) : {}),
  }));
}

/** Returns the DNS name of a peer. A word with a dot that is no namespace and no node is one. */
function nameField(peer: ExpectationPeer, { cluster }: ExpectationContext): Pick<PathSide, 'dnsName'> {
  if (peer.type === 'name') return { dnsName: peer.name };
  if (peer.type !== 'word' || peer.peer.type !== 'name') return {};
  const { name } = peer.peer;
  const isName = name.includes('.') && !cluster.namespaces.has(name) && !cluster.nodeByName.has(name);
  return isName ? { dnsName: normalizeName(name) } : {};
}

function selectorsOf(
  peer: ExpectationPeer,
  { pods, service }: PeerMembers,
  { cluster }: ExpectationContext,
): readonly PodSelector[] {
  if (pods === 'all') return [{ namespaces: {} }];
  if (service) {
    const spec = service.manifest.object.spec;
    const labels = isObject(spec) && isObject(spec.selector) ? (spec.selector as Record<string, string>) : undefined;
    return labels ? keepLasting({ namespaces: service.namespace, pods: { matchLabels: labels } }) : [];
  }
  if (peer.type === 'word') {
    const isNamespace = peer.peer.type === 'name' && cluster.namespaces.has(peer.peer.name);
    return isNamespace ? [{ namespaces: peer.peer.name }] : [];
  }
  if (peer.type !== 'pods') return [];
  const { namespaces } = peer;
  return keepLasting({
    namespaces: typeof namespaces === 'string' ? namespaces : namespaces.written,
    ...(peer.pods ? { pods: peer.pods.written } : {}),
  });
}

function keepLasting(selector: PodSelector): PodSelector[] {
  const { matchLabels = {}, matchExpressions = [] } = selector.pods ?? {};
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  return keys.every(isLasting) ? [selector] : [];
}

function blocksOf(peer: ExpectationPeer, { ranges }: PeerMembers): readonly Prefix[] {
  switch (peer.type) {
    case 'anywhere':
    case 'outside':
      return FAMILIES.flatMap((family) => prefixesOfRange(wholeFamily(family)));
    case 'cidr':
      return prefixesOfRange(peer.range);
    default:
      return ranges.flatMap(prefixesOfRange);
  }
}

/** Returns the members that are in one of each list. */
function intersectAll(lists: readonly (readonly WrittenMembers[])[]): readonly WrittenMembers[] {
  const [first = [], ...others] = lists;
  return others.reduce<readonly WrittenMembers[]>(
    (all, list) => all.flatMap((one) => list.map((other) => intersect(one, other))),
    first,
  );
}

function intersect(a: WrittenMembers, b: WrittenMembers): WrittenMembers {
  const pods = new Set(b.pods);
  const { service } = b.service ? b : a;
  const dnsName = b.dnsName ?? a.dnsName;
  return {
    pods: a.pods.filter((pod) => pods.has(pod)),
    selectors: [...a.selectors, ...b.selectors],
    ranges: intersectRanges(a.ranges, b.ranges),
    exceptions: [...a.exceptions, ...b.exceptions],
    blocks: [...a.blocks, ...b.blocks],
    transport: intersectTransport(a.transport, b.transport),
    ...(service ? { service } : {}),
    ...(dnsName === undefined ? {} : { dnsName }),
  };
}

/** Converts members to units. Endpoints of a Service stand for all pods of their workload, because readiness changes. */
function toSide(
  { pods, selectors, ranges, exceptions, blocks, service, dnsName }: WrittenMembers,
  { ofPod }: PodUnits,
  { configuration }: ExpectationContext,
  isObserved: boolean,
): PathSide {
  const units = new Set(pods.flatMap((pod) => ofPod.get(pod) ?? []));
  const problem = service || isObserved ? undefined : findDividedUnit(units, new Set(pods));
  const excluded = exceptions
    .filter(({ transport }) => transport === ALL_TRANSPORT)
    .flatMap(({ addresses }) => addresses);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(dnsName === undefined ? {} : { dnsName }),
    ...{ units, selectors, blocks },
    ranges: configuration.ipFamilies.flatMap((family) => {
      const ofFamily = (all: readonly AddressRange[]) => mergeRanges(all.filter((range) => range.family === family));
      return intersectRanges(ofFamily(ranges), complement(family, ofFamily(excluded)));
    }),
  };
}

/** Returns a sentence about pods that are in a path while others with the same lasting labels are not. */
function findDividedUnit(units: ReadonlySet<PodUnit>, own: ReadonlySet<Pod>): string | undefined {
  for (const { pods } of units) {
    const [inside, outside] = [pods.find((pod) => own.has(pod)), pods.find((pod) => !own.has(pod))];
    if (inside && outside)
      return `no lasting label distinguishes ${inside.namespace}/${inside.name} from ${outside.namespace}/${outside.name}`;
  }
  return undefined;
}
