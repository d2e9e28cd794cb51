import type { PeerMembers } from '../expectations/members.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import { groupBy } from '../std/group-by.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, subtractTransport, uniteTransport } from '../traffic/filters/transport-set.js';
import { connectClasses, toOneWay } from '../traffic/policies/connections.js';
import type { PodClass } from '../traffic/policies/model.js';

/** Connections that a change opens, except for uncounted packets. */
export interface OpenedConnections {
  /** Number of pairs of pods. */
  readonly pairs: number;
  /** Number of pods with more connections to or from addresses outside. */
  readonly outside: number;
}

/** Packets that do not count. */
export interface UncountedPackets {
  readonly from: PeerMembers;
  /** Its transport is that of the packets. */
  readonly to: PeerMembers;
}

/** Pods that both sides treat alike, and that the uncounted packets do not distinguish. */
interface PodGroup {
  readonly pods: readonly Pod[];
  readonly before: PodClass;
  readonly after: PodClass;
  /** Positions of the uncounted packets from them, and to them. */
  readonly from: ReadonlySet<number>;
  readonly to: ReadonlySet<number>;
}

/** Counts what a change opens. Pods are matched by name. */
export function countOpened(
  before: ExpectationContext,
  after: ExpectationContext,
  uncounted: readonly UncountedPackets[],
): OpenedConnections {
  const groups = groupPods(before, after, uncounted);
  let [pairs, outside] = [0, 0];
  for (const sender of groups) {
    if (opensOutside(sender, 'to', before, after, uncounted) || opensOutside(sender, 'from', before, after, uncounted))
      outside += sender.pods.length;
    for (const receiver of groups) {
      const count = sender.pods.length * receiver.pods.length - (sender === receiver ? sender.pods.length : 0);
      if (count > 0 && opensPair(sender, receiver, before, after, uncounted)) pairs += count;
    }
  }
  return { pairs, outside };
}

function groupPods(
  before: ExpectationContext,
  after: ExpectationContext,
  uncounted: readonly UncountedPackets[],
): PodGroup[] {
  const old = new Map(Array.from(before.model.classOf, ([pod, podClass]) => [keyOf(pod), podClass]));
  const members = { from: uncounted.map(({ from }) => keysOf(from)), to: uncounted.map(({ to }) => keysOf(to)) };
  const all = Array.from(after.model.classOf, ([pod, podClass]) => {
    const key = keyOf(pod);
    const within = (side: 'from' | 'to') =>
      new Set(
        uncounted.flatMap((_, index) => {
          const own = members[side][index];
          return own === 'all' || own?.has(key) === true ? [index] : [];
        }),
      );
    return { pod, before: old.get(key), after: podClass, from: within('from'), to: within('to') };
  });
  const numbers = new Map<PodClass, number>();
  const numberOf = (one: PodClass): number => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };
  const groups = groupBy(all, (one) =>
    [one.before ? numberOf(one.before) : '', numberOf(one.after), [...one.from].join(), [...one.to].join()].join(' '),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first?.before) return [];
    return [
      { pods: own.map(({ pod }) => pod), before: first.before, after: first.after, from: first.from, to: first.to },
    ];
  });
}

function keyOf({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

function keysOf({ pods }: PeerMembers): ReadonlySet<string> | 'all' {
  return pods === 'all' ? pods : new Set(pods.map(keyOf));
}

function opensPair(
  sender: PodGroup,
  receiver: PodGroup,
  before: ExpectationContext,
  after: ExpectationContext,
  uncounted: readonly UncountedPackets[],
): boolean {
  const connect = (side: 'before' | 'after', { vocabulary }: ExpectationContext, family: 'IPv4' | 'IPv6') =>
    connectClasses({ pod: toOneWay(sender[side]) }, { pod: toOneWay(receiver[side]) }, family, vocabulary);
  const wanted = uncounted.reduce<TransportSet>(
    (set, { to: { transport } }, index) =>
      sender.from.has(index) && receiver.to.has(index) ? uniteTransport(set, transport) : set,
    [],
  );
  return after.configuration.ipFamilies.some((family) => {
    const known = uniteTransport(connect('before', before, family), wanted);
    return subtractTransport(connect('after', after, family), known).length > 0;
  });
}

function opensOutside(
  group: PodGroup,
  direction: 'to' | 'from',
  before: ExpectationContext,
  after: ExpectationContext,
  uncounted: readonly UncountedPackets[],
): boolean {
  const [own, other] = direction === 'to' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const wanted = uncounted.flatMap((packets, index): SweepRule<undefined>[] =>
    group[own].has(index)
      ? [{ addresses: packets[other].ranges, transport: packets.to.transport, value: undefined }]
      : [],
  );
  return after.configuration.ipFamilies.some((family) => {
    const ranges = after.networks[direction === 'to' ? 'beyond' : 'senders'][family];
    const all = { direction, family, ranges, transport: ALL_TRANSPORT, exceptions: [] };
    if (!group.after.views[family] || !group.before.views[family]) return false;
    const known = before.findBeyond(group.before, all, 'allow');
    const exceptions = [...wanted, ...known.map((region) => ({ ...region, value: undefined }))];
    return after.findBeyond(group.after, { ...all, exceptions }, 'allow').length > 0;
  });
}
