import { describeDecider, describePacket, findPacketDeciders } from '../expectations/decide.js';
import type { PeerMembers } from '../expectations/members.js';
import { type CheckedPacket, isUndecided } from '../expectations/packet.js';
import { findBanned } from '../expectations/reach.js';
import type { ExpectationContext } from '../expectations/world.js';
import { groupBy } from '../std/group-by.js';
import { mergeRanges } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, ICMP_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport, subtractTransport } from '../traffic/filters/transport-set.js';
import { indexPaths } from './path-index.js';
import type { PodUnit, PodUnits } from './pod-units.js';
import { type PathSide, type ResolvedPath, hasMembers } from './resolve-wishes.js';

/** Pods of named namespaces, the paths that they need, and the compiled state to check. */
export interface ProofInput {
  readonly namespaces: readonly string[];
  readonly paths: readonly ResolvedPath[];
  readonly units: PodUnits;
  readonly world: ExpectationContext;
}

/** A packet that differs from the suggestion. */
export interface Unproven {
  /** A sentence. */
  readonly text: string;
  /** Namespace of the pod that sends the packet. Unset for packets from outside. */
  readonly sender?: string;
}

/**
 * Checks, for every packet from or to a pod of the namespaces, that it passes exactly if a path needs it. Returns
 * packets that differ, or none if it is proven.
 */
export function proveSuggestion(input: ProofInput): Unproven[] {
  return [...findDropped(input), ...findExcess(input)];
}

/** Finds needed packets that are dropped. */
function findDropped({ namespaces, paths, world }: ProofInput): Unproven[] {
  const named = new Set(namespaces);
  const isNamed = ({ namespace }: PodUnit): boolean => named.has(namespace);
  return paths.flatMap(({ name, from, to, transport }) => {
    const [senders, receivers] = [within(from, isNamed), within(to, isNamed)];
    const pairs = [
      [senders, to],
      [from, receivers],
    ] as const;
    const packets = pairs.flatMap(([source, destination]) => {
      if (!hasMembers(source) || !hasMembers(destination)) return [];
      const ban = { from: [toMembers(source, ALL_TRANSPORT, world)], to: [toMembers(destination, transport, world)] };
      const packet = findBanned({ ...ban, verdict: 'drop', allowedFrom: [], allowedTo: [] }, world);
      return packet && !isUndecided(packet) ? [packet] : [];
    });
    return packets.slice(0, 1).map((packet) => toUnproven(packet, `'${name}' needs`, world));
  });
}

/** Returns the pods of a side in some units, and no addresses. */
function within(side: PathSide, isMeant: (unit: PodUnit) => boolean): PathSide {
  const { selectors, blocks } = side;
  return { selectors, blocks, units: new Set([...side.units].filter(isMeant)), ranges: [] };
}

/** Finds packets that pass although no path needs them. */
function findExcess({ namespaces, paths, units, world }: ProofInput): Unproven[] {
  const tested = world.configuration.allowIcmpNetworkPolicy
    ? subtractTransport(ALL_TRANSPORT, ICMP_TRANSPORT)
    : ALL_TRANSPORT;
  const named = new Set(namespaces);
  const unnamed = units.all.filter(({ namespace }) => !named.has(namespace)).flatMap(({ pods }) => pods);
  const own = namespaces.flatMap((namespace) => units.byNamespace.get(namespace) ?? []);
  const { pathsOf, keyOf } = indexPaths(paths);
  const byNeeds = (side: 'from' | 'to') =>
    [...groupBy(own, (unit) => keyOf(unit, side)).values()].map((group) => ({
      group: toMembers({ units: new Set(group), ranges: [] }, tested, world),
      needed: group[0] ? pathsOf(group[0], side) : [],
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
  // The packets of pods of the namespaces are those of `sent`.
  const others = { ...anywhere(world, 'senders', ALL_TRANSPORT), pods: unnamed };
  const received = byNeeds('to').flatMap(({ group, needed }) =>
    partsOf(needed, tested).map(({ transport, paths: active }) =>
      findBanned(
        {
          ...{ from: [others], to: [{ ...group, transport }], verdict: 'allow' },
          ...{ allowedFrom: active.map(({ from }) => toMembers(from, ALL_TRANSPORT, world)), allowedTo: [] },
        },
        world,
      ),
    ),
  );
  return [...sent, ...received].flatMap((packet) =>
    packet ? [toUnproven(packet, 'no expectation needs', world)] : [],
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
  { units, ranges, dnsName }: Pick<PathSide, 'units' | 'ranges' | 'dnsName'>,
  transport: TransportSet,
  { networks }: ExpectationContext,
): PeerMembers {
  const name = ranges.length === 0 && dnsName !== undefined ? { name: dnsName } : {};
  return { pods: [...units].flatMap(({ pods }) => pods), ranges, exceptions: networks.services, transport, ...name };
}

function anywhere(
  { networks, configuration }: ExpectationContext,
  side: 'beyond' | 'senders',
  transport: TransportSet,
): PeerMembers {
  const ranges = configuration.ipFamilies.flatMap((family) => mergeRanges(networks[side][family]));
  return { pods: 'all', ranges, exceptions: networks.services, transport };
}

function toUnproven(packet: CheckedPacket, problem: string, { model }: ExpectationContext): Unproven {
  const { decider } = findPacketDeciders(packet, model);
  const text = `${problem} ${describePacket(packet)}, decided by ${decider ? describeDecider(decider) : 'no rule'}`;
  return { text, ...('pod' in packet.from ? { sender: packet.from.pod.namespace } : {}) };
}
