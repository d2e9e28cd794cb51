import type { Pod, Service } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import type { Rule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { intersectTransport, subtractTransport } from '../traffic/filters/transport-set.js';
import { connect, toOneWay } from '../traffic/policies/connections.js';
import { openNamesOf, withoutExceptions } from './beyond.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { Group } from './group.js';
import { groupPods } from './groups.js';
import type { Members } from './members.js';
import { type Packet, type PacketEnd, packetBetween, packetBeyond } from './packet.js';
import type { World } from './world.js';

/**
 * What must not become of any packet from one end to another. With `allow` none may arrive, whatever becomes of its replies;
 * with `drop` each must arrive, and its replies come back.
 */
export interface Ban {
  readonly from: readonly Members[];
  readonly to: readonly Members[];
  readonly verdict: 'allow' | 'drop';
  /** Packets from these, and to these, are let off. */
  readonly allowedFrom: readonly Members[];
  readonly allowedTo: readonly Members[];
}

/** Packets from some pods and addresses to others. */
interface Stretch {
  readonly ban: Ban;
  readonly from: Members;
  readonly to: Members;
  readonly family: Family;
  readonly world: World;
}

/**
 * Finds a packet that a ban does not let off: between pods first, then to addresses, then from them, in the order of the
 * pods. Undefined where there is none. One that depends on answers that nobody knows is found where there is no other.
 */
export function findBanned(ban: Ban, world: World): Packet | undefined {
  let assumed: Packet | undefined;
  for (const packet of listBanned(ban, world)) {
    if (!packet.isAssumed) return packet;
    assumed ??= packet;
  }
  return assumed;
}

function* listBanned(ban: Ban, world: World): Generator<Packet> {
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
  { ban: { verdict }, to, family, world: { vocabulary } }: Stretch,
): Generator<Packet> {
  const findOpen = verdict === 'allow' ? createOpenFinder(receivers, family) : () => receivers;
  const classOf = ({ podClass }: Group): PodClass => (verdict === 'allow' ? toOneWay(podClass) : podClass);
  for (const sender of senders) {
    const left = classOf(sender);
    if (!left.views[family]) continue;
    for (const receiver of findOpen(left)) {
      const right = classOf(receiver);
      if (!right.views[family]) continue;
      const open = connect({ pod: left }, { pod: right }, family, vocabulary, to.service !== undefined);
      const meant = subtractTransport(to.transport, receiver.allowed);
      const banned = verdict === 'allow' ? intersectTransport(meant, open) : subtractTransport(meant, open);
      const ends = banned.length > 0 && findEnds(sender, receiver);
      if (ends) yield packetBetween(ends, family, banned);
    }
  }
}

/**
 * Finds the groups whose policies let anything in from a class. Many classes look the same to them: each look is asked about
 * once.
 */
function createOpenFinder(receivers: readonly Group[], family: Family): (from: PodClass) => readonly Group[] {
  const known = new Map<string, readonly Group[]>();
  return ({ seen, views }) => {
    const view = views[family];
    let open = known.get(seen);
    if (!open) {
      open = receivers.filter(({ podClass }) => {
        const { ingress, ports } = toOneWay(podClass);
        return view && ingress.pass(view, ports).length > 0;
      });
      known.set(seen, open);
    }
    return open;
  };
}

/** Two pods, one of each group: what a pod sends to itself meets no filter. */
function findEnds(sender: Group, receiver: Group): [PacketEnd, PacketEnd] | undefined {
  const [left, right] = [sender.podClass, receiver.podClass];
  for (const pod of sender.pods.slice(0, 2)) {
    const other = receiver.pods.slice(0, 2).find((one) => one !== pod);
    if (other) return [endOf(pod, left), endOf(other, right)];
  }
  return undefined;
}

function endOf(pod: Pod, podClass: Group['podClass']): PacketEnd {
  return { pod, podClass };
}

function* toAddresses(senders: readonly Group[], stretch: Stretch): Generator<Packet> {
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
      const [region] = world.findBeyond(podClass, packets, ban.verdict);
      const [pod] = pods;
      const packet = region && pod && packetBeyond(endOf(pod, podClass), 'to', region);
      if (!packet) continue;
      if (name === undefined) yield packet;
      else {
        const other = ban.verdict === 'allow' ? 'drop' : 'allow';
        const isAssumed = to.name === undefined || world.findBeyond(podClass, packets, other).length > 0;
        yield { ...packet, name, isAssumed };
      }
    }
  }
}

function* fromAddresses(receivers: readonly Group[], { ban, from, to, family, world }: Stretch): Generator<Packet> {
  if (from.ranges.length === 0) return;
  // What a Service takes up at an address is what goes there, not what comes from there.
  const unmeant = from.exceptions.filter(({ transport }) => transport === ALL_TRANSPORT);
  const exceptions = [...unmeant, ...rulesOf(ban.allowedFrom, family, undefined, world)];
  for (const { podClass, pods, allowed, service } of receivers.flatMap((group) => setApart(group, to, world))) {
    if (!podClass.views[family]) continue;
    const transport = subtractTransport(to.transport, allowed);
    const packets = { direction: 'from' as const, family, ranges: from.ranges, transport, exceptions };
    const [region] = world.findBeyond(podClass, packets, ban.verdict);
    const [pod] = pods;
    const packet =
      region && pod && packetBeyond({ ...endOf(pod, podClass), ...(service ? { service } : {}) }, 'from', region);
    if (packet) yield packet;
  }
}

/** The pods of a group apart whose replies to clients of a Service get lost. */
function setApart(group: Group, { service }: Members, { model }: World): (Group & { readonly service?: Service })[] {
  if (!service) return [group];
  const { podClass, allowed } = group;
  const parts = groupBy(group.pods, (pod) => model.viewThrough(pod, service)?.ingress);
  return Array.from(parts, ([ingress, pods]) =>
    ingress ? { podClass: { ...podClass, ingress }, pods, allowed, service } : { podClass, pods, allowed },
  );
}

/** The addresses of ends as rules, exactly; with a name also those that the name has, where an end is the name. */
function rulesOf(ends: readonly Members[], family: Family, name: string | undefined, world: World): Rule<undefined>[] {
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
