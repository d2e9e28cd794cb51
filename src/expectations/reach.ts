import type { Pod, Service } from '../model/cluster.js';
import type { Gap } from '../model/gap.js';
import { FAMILIES, type Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { memoizeWeak } from '../std/memoize.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport, subtractTransport } from '../traffic/filters/transport-set.js';
import { connectClasses, toOneWay } from '../traffic/policies/connections.js';
import { type CheckedPackets, openNamesOf, withoutExceptions } from './beyond.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { PeerMatch, PeerView } from '../traffic/policies/peer.js';
import type { Profile } from '../traffic/policies/profiles.js';
import type { Group } from './group.js';
import { groupPods } from './groups.js';
import type { PeerMembers } from './members.js';
import { type CheckedPacket, type PacketEnd, isUndecided, packetBetween, packetBeyond, withMissing } from './packet.js';
import { type PodPair, findPairs } from './pairs.js';
import type { ExpectationContext } from './world.js';

/**
 * A forbidden outcome of packets between peers. With `allow`, no packet may arrive, regardless of its replies. With
 * `drop`, each must arrive, and its replies must come back.
 */
export interface Ban {
  readonly from: readonly PeerMembers[];
  readonly to: readonly PeerMembers[];
  readonly verdict: 'allow' | 'drop';
  /** Peers whose packets are exempt, as sources and as destinations. */
  readonly allowedFrom: readonly PeerMembers[];
  readonly allowedTo: readonly PeerMembers[];
}

/** Packets between members of two peers in a family. */
interface Stretch {
  readonly ban: Ban;
  readonly from: PeerMembers;
  readonly to: PeerMembers;
  readonly family: Family;
  readonly world: ExpectationContext;
}

/**
 * Finds a packet with the forbidden outcome: between pods first, then to addresses, then from them, in the order of the
 * pods. Returns undefined if there is none. A packet whose outcome the input leaves open is returned only if there is
 * no other.
 */
export function findBanned(ban: Ban, world: ExpectationContext): CheckedPacket | undefined {
  let assumed: CheckedPacket | undefined;
  for (const packet of listBanned(ban, world)) {
    if (!isUndecided(packet)) return packet;
    assumed ??= packet;
  }
  return assumed;
}

function* listBanned(ban: Ban, world: ExpectationContext): Generator<CheckedPacket> {
  for (const from of ban.from) {
    for (const to of ban.to) {
      const senders = groupPods(from, ban.allowedFrom, world).filter(({ allowed }) => allowed.length === 0);
      const receivers = groupPods(to, ban.allowedTo, world);
      for (const family of world.configuration.ipFamilies) {
        const stretch = { ban, from, to, family, world };
        yield* betweenPods(senders, receivers, stretch);
        yield* toAddresses(senders, stretch);
        yield* fromAddresses(receivers, stretch);
      }
    }
  }
}

function* betweenPods(
  senders: readonly Group[],
  receivers: readonly Group[],
  { ban: { verdict }, to, family, world: { vocabulary, paths } }: Stretch,
): Generator<CheckedPacket> {
  const findOpen = verdict === 'allow' ? createOpenFinder(receivers, family) : () => receivers;
  const classOf = ({ podClass }: Group): PodClass => (verdict === 'allow' ? toOneWay(podClass) : podClass);
  for (const sender of senders) {
    const left = classOf(sender);
    if (!left.views[family]) continue;
    for (const receiver of findOpen(left)) {
      const right = classOf(receiver);
      if (!right.views[family]) continue;
      const open = connectClasses({ pod: left }, { pod: right }, family, vocabulary, to.service !== undefined);
      const meant = subtractTransport(to.transport, receiver.allowed);
      const [passing, dropped] = [intersectTransport(meant, open), subtractTransport(meant, open)];
      const { known, unknown } = findPairs(sender.pods, receiver.pods, paths);
      const toPacket = ({ from, to: target, missing }: PodPair, transport: TransportSet): CheckedPacket =>
        withMissing(packetBetween([endOf(from, left), endOf(target, right)], family, transport), missing);
      const any = known ?? unknown;
      if (verdict === 'drop') {
        if (any && dropped.length > 0) yield toPacket({ ...any, missing: [] }, dropped);
        if (unknown && passing.length > 0) yield toPacket(unknown, passing);
      } else if (any && passing.length > 0) yield toPacket(any, passing);
    }
  }
}

/**
 * Creates a function that returns the groups whose policies allow anything from a class. Many classes look the same to
 * policies, so the result is memoized by `seen`.
 */
function createOpenFinder(receivers: readonly Group[], family: Family): (from: PodClass) => readonly Group[] {
  const known = new Map<string, readonly Group[]>();
  return ({ seen, views }) => {
    const view = views[family];
    let open = known.get(seen);
    if (!open) {
      open = receivers.filter(({ podClass }) => {
        const { ingress, ports } = toOneWay(podClass);
        return view && mayPass(ingress, view) && ingress.pass(view, ports).length > 0;
      });
      known.set(seen, open);
    }
    return open;
  };
}

/**
 * Returns false if a profile denies everything by default, and none of its selections matches a peer. `pass` memoizes
 * the result of each pair, of which a large cluster has too many.
 */
function mayPass(profile: Profile, { selections }: PeerView): boolean {
  return !allowsOnlySelected(profile) || profile.selections.some((one) => selections.has(one));
}

/** Returns true if a profile denies everything by default, and allows peers only by their selections. */
const allowsOnlySelected = memoizeWeak(
  ({ stage }: Profile): boolean =>
    stage.some(({ closedBy }) => closedBy.length > 0) &&
    stage.every(({ rules }) => rules.every((rule) => rule.verdict === 'drop' || matchesOnlySelected(rule))),
);

function matchesOnlySelected({ isAny, ranges, containsPodNetwork, all }: PeerMatch): boolean {
  return !isAny && !all && FAMILIES.every((family) => ranges[family].length === 0 && !containsPodNetwork[family]);
}

function endOf(pod: Pod, podClass: Group['podClass']): PacketEnd {
  return { pod, podClass };
}

function* toAddresses(senders: readonly Group[], stretch: Stretch): Generator<CheckedPacket> {
  const { ban, to, family, world } = stretch;
  if (to.name === undefined && to.ranges.length === 0) return;
  const letOff = rulesOf(ban.allowedTo, family, undefined, world);
  for (const { podClass, pods } of senders) {
    if (!podClass.views[family]) continue;
    const names = to.name === undefined ? [undefined, ...openNamesOf(podClass.firewall)] : [to.name];
    for (const name of names) {
      const packets = {
        direction: 'to' as const,
        family,
        ranges: to.name === undefined ? to.ranges : world.networks.beyond[family],
        transport: to.transport,
        exceptions: [...to.exceptions, ...(name === undefined ? letOff : rulesOf(ban.allowedTo, family, name, world))],
        ...(name === undefined ? {} : { name }),
      };
      const gapsOf = (pod: Pod): readonly Gap[] => world.gapsOutside(pod, family);
      yield* unknownBeyond(podClass, pods, packets, gapsOf, stretch);
      const [region] = world.findBeyond(podClass, packets, ban.verdict);
      const pod = choosePod(pods, ban, gapsOf);
      const found = region && pod && packetBeyond(endOf(pod, podClass), 'to', region);
      if (!found) continue;
      const packet = ban.verdict === 'allow' ? withMissing(found, gapsOf(pod)) : found;
      if (name === undefined) yield packet;
      else {
        const other = ban.verdict === 'allow' ? 'drop' : 'allow';
        const isAssumed = to.name === undefined || world.findBeyond(podClass, packets, other).length > 0;
        yield { ...packet, name, isAssumed };
      }
    }
  }
}

/**
 * Yields, if all packets must arrive, a packet that passes all filters but for which the inventory leaves open whether
 * it arrives.
 */
function* unknownBeyond(
  podClass: PodClass,
  pods: readonly Pod[],
  packets: CheckedPackets,
  gapsOf: (pod: Pod) => readonly Gap[],
  { ban, world }: Stretch,
): Generator<CheckedPacket> {
  if (ban.verdict === 'allow' || world.paths.incomplete.length === 0) return;
  const pod = pods.find((one) => gapsOf(one).length > 0);
  const [region] = pod ? world.findBeyond(podClass, packets, 'allow') : [];
  const packet = pod && region && packetBeyond(endOf(pod, podClass), packets.direction, region);
  if (packet) yield withMissing(packet, gapsOf(pod));
}

/** Returns the first pod. If no packet may arrive, a pod whose packets certainly do takes precedence. */
function choosePod(pods: readonly Pod[], { verdict }: Ban, gapsOf: (pod: Pod) => readonly Gap[]): Pod | undefined {
  const known = verdict === 'allow' ? pods.find((pod) => gapsOf(pod).length === 0) : undefined;
  return known ?? pods[0];
}

function* fromAddresses(receivers: readonly Group[], stretch: Stretch): Generator<CheckedPacket> {
  const { ban, from, to, family, world } = stretch;
  if (from.ranges.length === 0) return;
  // A Service claims packets to its address, not those from it.
  const unmeant = from.exceptions.filter(({ transport }) => transport === ALL_TRANSPORT);
  const exceptions = [...unmeant, ...rulesOf(ban.allowedFrom, family, undefined, world)];
  for (const { podClass, pods, allowed, service } of receivers.flatMap((group) => setApart(group, to, world))) {
    if (!podClass.views[family]) continue;
    const transport = subtractTransport(to.transport, allowed);
    const packets = { direction: 'from' as const, family, ranges: from.ranges, transport, exceptions };
    const gapsOf = ({ nodeName }: Pod): readonly Gap[] =>
      world.paths.outside(nodeName, { node: nodeName, isHost: false });
    yield* unknownBeyond(podClass, pods, packets, gapsOf, stretch);
    const [region] = world.findBeyond(podClass, packets, ban.verdict);
    const pod = choosePod(pods, ban, gapsOf);
    const packet =
      region && pod && packetBeyond({ ...endOf(pod, podClass), ...(service ? { service } : {}) }, 'from', region);
    if (packet) yield ban.verdict === 'allow' ? withMissing(packet, gapsOf(pod)) : packet;
  }
}

/** Splits the pods of a group by whether their replies to clients of a Service are lost. */
function setApart(
  group: Group,
  { service }: PeerMembers,
  { model }: ExpectationContext,
): (Group & { readonly service?: Service })[] {
  if (!service) return [group];
  const { podClass, allowed } = group;
  const parts = groupBy(group.pods, (pod) => model.viewThrough(pod, service)?.ingress);
  return Array.from(parts, ([ingress, pods]) =>
    ingress ? { podClass: { ...podClass, ingress }, pods, allowed, service } : { podClass, pods, allowed },
  );
}

/**
 * Returns exact rules for the addresses of peers. With `name`, they include the addresses of a peer that is this name.
 */
function rulesOf(
  ends: readonly PeerMembers[],
  family: Family,
  name: string | undefined,
  world: ExpectationContext,
): SweepRule<undefined>[] {
  return ends.flatMap((end) => {
    const { exceptions, transport } = end;
    const addresses = end.name === undefined ? end.ranges : end.name === name ? world.networks.beyond[family] : [];
    return addresses.length === 0
      ? []
      : withoutExceptions([{ addresses, transport }], exceptions, family).map((region) => ({
          ...region,
          value: undefined,
        }));
  });
}
