import { describeDecider, describePacket, findPacketDeciders } from '../expectations/decide.js';
import type { PeerMembers } from '../expectations/members.js';
import { type CheckedPacket, isUndecided } from '../expectations/packet.js';
import { findBanned } from '../expectations/reach.js';
import type { ExpectationContext } from '../expectations/world.js';
import { groupBy } from '../std/group-by.js';
import { mergeRanges } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, ICMP_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport, subtractTransport } from '../traffic/filters/transport-set.js';
import type { PodUnit, PodUnits } from './pod-units.js';
import type { PathSide, ResolvedPath } from './resolve-wishes.js';

/** Pods of named namespaces, the paths that they need, and the compiled state to check. */
export interface ProofInput {
  readonly namespaces: readonly string[];
  readonly paths: readonly ResolvedPath[];
  readonly units: PodUnits;
  readonly world: ExpectationContext;
}

/**
 * Checks, for every packet from or to a pod of the namespaces, that it passes exactly if a path needs it. Returns
 * sentences about packets that differ, or none if it is proven.
 */
export function proveSuggestion(input: ProofInput): string[] {
  return [...findDropped(input), ...findExcess(input)];
}

/** Finds needed packets that are dropped. */
function findDropped({ namespaces, paths, world }: ProofInput): string[] {
  const named = new Set(namespaces);
  const isNamed = ({ namespace }: PodUnit): boolean => named.has(namespace);
  return paths.flatMap(({ name, from, to, transport }) => {
    const [senders, receivers] = [within(from, isNamed), within(to, isNamed)];
    const pairs = [
      [senders, to],
      [from, receivers],
    ] as const;
    const packets = pairs.flatMap(([source, destination]) => {
      if (source.units.size + source.ranges.length === 0 || destination.units.size + destination.ranges.length === 0)
        return [];
      const ban = { from: [toMembers(source, ALL_TRANSPORT, world)], to: [toMembers(destination, transport, world)] };
      const packet = findBanned({ ...ban, verdict: 'drop', allowedFrom: [], allowedTo: [] }, world);
      return packet && !isUndecided(packet) ? [packet] : [];
    });
    return packets.slice(0, 1).map((packet) => `'${name}' needs ${describe(packet, world)}`);
  });
}

/** Returns the pods of a side in some units, and no addresses. */
function within(side: PathSide, isMeant: (unit: PodUnit) => boolean): PathSide {
  return { ...side, units: new Set([...side.units].filter(isMeant)), ranges: [] };
}

/** Finds packets that pass although no path needs them. */
function findExcess({ namespaces, paths, units, world }: ProofInput): string[] {
  const tested = world.configuration.allowIcmpNetworkPolicy
    ? subtractTransport(ALL_TRANSPORT, ICMP_TRANSPORT)
    : ALL_TRANSPORT;
  const own = namespaces.flatMap((namespace) => units.byNamespace.get(namespace) ?? []);
  const needs = (unit: PodUnit, side: 'from' | 'to'): ResolvedPath[] =>
    paths.filter((path) => path[side].units.has(unit));
  const byNeeds = (side: 'from' | 'to') =>
    [
      ...groupBy(own, (unit) =>
        needs(unit, side)
          .map((path) => paths.indexOf(path))
          .join(),
      ).values(),
    ].map((group) => ({
      group: toMembers({ units: new Set(group), ranges: [] }, tested, world),
      needed: group[0] ? needs(group[0], side) : [],
    }));
  const sent = byNeeds('from').map(({ group, needed }) =>
    findBanned(
      {
        ...{ from: [group], to: [anywhere(world, 'beyond', tested)], verdict: 'allow', allowedFrom: [] },
        allowedTo: needed.map(({ to, transport }) => toMembers(to, transport, world)),
      },
      world,
    ),
  );
  const received = byNeeds('to').flatMap(({ group, needed }) =>
    partsOf(needed, tested).map(({ transport, paths: active }) =>
      findBanned(
        {
          ...{ from: [anywhere(world, 'senders', ALL_TRANSPORT)], to: [{ ...group, transport }], verdict: 'allow' },
          ...{ allowedFrom: active.map(({ from }) => toMembers(from, ALL_TRANSPORT, world)), allowedTo: [] },
        },
        world,
      ),
    ),
  );
  return [...sent, ...received].flatMap((packet) =>
    packet ? [`no expectation needs ${describe(packet, world)}`] : [],
  );
}

/** Divides ports by the paths that need them. */
function partsOf(
  paths: readonly ResolvedPath[],
  all: TransportSet,
): { readonly transport: TransportSet; readonly paths: readonly ResolvedPath[] }[] {
  let parts: { readonly transport: TransportSet; readonly paths: readonly ResolvedPath[] }[] = [
    { transport: all, paths: [] },
  ];
  for (const path of paths) {
    parts = parts.flatMap(({ transport, paths: active }) =>
      [
        { transport: intersectTransport(transport, path.transport), paths: [...active, path] },
        { transport: subtractTransport(transport, path.transport), paths: active },
      ].filter((part) => part.transport.length > 0),
    );
  }
  return parts;
}

function toMembers(
  { units, ranges }: Pick<PathSide, 'units' | 'ranges'>,
  transport: TransportSet,
  { networks }: ExpectationContext,
): PeerMembers {
  return { pods: [...units].flatMap(({ pods }) => pods), ranges, exceptions: networks.services, transport };
}

function anywhere(
  { networks, configuration }: ExpectationContext,
  side: 'beyond' | 'senders',
  transport: TransportSet,
): PeerMembers {
  const ranges = configuration.ipFamilies.flatMap((family) => mergeRanges(networks[side][family]));
  return { pods: 'all', ranges, exceptions: networks.services, transport };
}

function describe(packet: CheckedPacket, { model }: ExpectationContext): string {
  const { decider } = findPacketDeciders(packet, model);
  return `${describePacket(packet)}, decided by ${decider ? describeDecider(decider) : 'no rule'}`;
}
