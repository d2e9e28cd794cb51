import type { Pod } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';
import type { Both, Side } from '../../traffic/side.js';
import type { ConnectionChange, ConnectionChanges } from '../../traffic/change.js';
import { type TransportSet, subtractTransport } from '../../traffic/filters/transport-set.js';
import { connect } from '../../traffic/policies/connections.js';
import { familiesOf } from './families.js';
import { decideBetween } from './deciding.js';
import { compareReceived } from './received.js';
import type { LastingClass, PolicySides } from './policy-sides.js';

/** Pairs of classes that are looked into: a change of everything in a large cluster is not worth hours. */
const MOST_PAIRS = 4_000_000;

/** A change between two classes. */
interface Found {
  readonly change: ConnectionChange['change'];
  readonly transport: TransportSet;
  readonly family: Family;
  readonly from: LastingClass;
  readonly to: LastingClass;
}

/**
 * Finds the connections between pods, and from addresses to pods, that are opened or closed. Only pairs are looked into
 * of which one pod has other policies, or is seen otherwise by rules that look for it.
 */
export function compareConnections(policies: PolicySides, sides: Both<Side>): ConnectionChanges {
  const families = familiesOf(sides);
  const { pairs, unexplored } = listPairs(policies);
  const found = families.flatMap((family) => pairs.flatMap(([from, to]) => comparePair(from, to, family, policies)));
  const between = joinFound(found).map((group) => toChange(group, families.length > 1, policies));
  return { changes: [...between, ...compareReceived(policies, families)], unexplored };
}

type Pair = readonly [LastingClass, LastingClass];

/** The pairs of which something may be another, each once. */
function listPairs({ classes }: PolicySides): { readonly pairs: readonly Pair[]; readonly unexplored: number } {
  const changed = classes.filter(({ isChanged }) => isChanged);
  const usersOf = indexUsers(classes);
  const pairs = new Map<LastingClass, Set<LastingClass>>();
  let count = 0;
  let unexplored = 0;
  const add = (from: LastingClass, to: LastingClass): void => {
    const own = pairs.get(from) ?? new Set<LastingClass>();
    if (own.has(to)) return;
    if (count >= MOST_PAIRS) {
      unexplored++;
      return;
    }
    count++;
    pairs.set(from, own.add(to));
  };
  for (const one of changed) {
    const sends = one.before.egress.number !== one.after.egress.number;
    const receives = one.before.ingress.number !== one.after.ingress.number;
    const users = one.before.seen === one.after.seen ? NO_USERS : usersOf(one);
    for (const other of sends ? classes : users.Ingress) add(one, other);
    for (const other of receives ? classes : users.Egress) add(other, one);
  }
  return { pairs: [...pairs].flatMap(([from, all]) => [...all].map((to): Pair => [from, to])), unexplored };
}

interface Users {
  readonly Ingress: Iterable<LastingClass>;
  readonly Egress: Iterable<LastingClass>;
}

const NO_USERS: Users = { Ingress: [], Egress: [] };

/** Finds the classes whose rules may see a class otherwise than before. */
function indexUsers(classes: readonly LastingClass[]): (changed: LastingClass) => Users {
  const users = { Ingress: new Map<number, LastingClass[]>(), Egress: new Map<number, LastingClass[]>() };
  for (const one of classes) {
    for (const side of [one.before, one.after]) {
      for (const [direction, { selections }] of [
        ['Ingress', side.ingress],
        ['Egress', side.egress],
      ] as const) {
        for (const selection of selections) {
          const known = users[direction].get(selection);
          if (!known) users[direction].set(selection, [one]);
          else if (known.at(-1) !== one) known.push(one);
        }
      }
    }
  }
  return (changed) => {
    if (seenBesidesSelections(changed.before) !== seenBesidesSelections(changed.after)) {
      return { Ingress: classes, Egress: classes };
    }
    const [was, now] = [selectionsOf(changed.before), selectionsOf(changed.after)];
    const moved = [...[...was].filter((one) => !now.has(one)), ...[...now].filter((one) => !was.has(one))];
    return {
      Ingress: new Set(moved.flatMap((one) => users.Ingress.get(one) ?? [])),
      Egress: new Set(moved.flatMap((one) => users.Egress.get(one) ?? [])),
    };
  };
}

function selectionsOf({ views }: LastingClass['before']): ReadonlySet<number> {
  return (views.IPv4 ?? views.IPv6)?.selections ?? new Set();
}

/** Addresses and names of ports, as text. */
function seenBesidesSelections({ seen }: LastingClass['before']): string {
  return seen.slice(seen.indexOf(' '));
}

function comparePair(
  from: LastingClass,
  to: LastingClass,
  family: Family,
  { vocabulary }: PolicySides,
): readonly Found[] {
  // A pod does not filter what it sends to itself.
  if (from === to && from.pods.length === 1) return [];
  const was = connect({ pod: from.before }, { pod: to.before }, family, vocabulary);
  const now = connect({ pod: from.after }, { pod: to.after }, family, vocabulary);
  if (was === now) return [];
  const opened = vocabulary.setOf(subtractTransport(now, was));
  const closed = vocabulary.setOf(subtractTransport(was, now));
  const common = { family, from, to };
  return [
    ...(opened.length > 0 ? [{ ...common, change: 'opened' as const, transport: opened }] : []),
    ...(closed.length > 0 ? [{ ...common, change: 'closed' as const, transport: closed }] : []),
  ];
}

/** Changes of the same connections from many to many. */
interface Group extends Omit<Found, 'from' | 'to' | 'family'> {
  readonly families: readonly Family[];
  readonly from: readonly LastingClass[];
  readonly to: readonly LastingClass[];
}

/** Joins what is the same but for the family, then for the sources, then for the destinations. */
function joinFound(found: readonly Found[]): Group[] {
  const numbers = new Map<unknown, number>();
  const numberOf = (one: unknown): number => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };
  const single = found.map(({ family, from, to, ...rest }): Group => ({
    ...rest,
    families: [family],
    from: [from],
    to: [to],
  }));
  const parts = {
    change: ({ change, transport }: Group) => `${change} ${numberOf(transport)}`,
    families: ({ families }: Group) => families.join(),
    from: ({ from }: Group) => from.map(numberOf).join(),
    to: ({ to }: Group) => to.map(numberOf).join(),
  };
  const join = (groups: readonly Group[], part: 'families' | 'from' | 'to'): Group[] => {
    const kept = (['change', 'families', 'from', 'to'] as const).filter((one) => one !== part);
    const joined = new Map<string, Group[]>();
    for (const group of groups) {
      const key = kept.map((one) => parts[one](group)).join('|');
      const known = joined.get(key);
      if (known) known.push(group);
      else joined.set(key, [group]);
    }
    return [...joined.values()].flatMap((all) => {
      const [first] = all;
      return first ? [{ ...first, [part]: all.flatMap((one): readonly unknown[] => one[part]) }] : [];
    });
  };
  return join(join(join(single, 'families'), 'from'), 'to');
}

function toChange(
  { change, transport, families, from, to }: Group,
  hasTwoFamilies: boolean,
  policies: PolicySides,
): ConnectionChange {
  const [source, target] = pickPair(from, to);
  const [family = 'IPv4', ...others] = families;
  const { sample, deciders } = decideBetween(source, target, family, transport, policies);
  return {
    ...{ change, transport, addresses: [], sample, deciders },
    ...(hasTwoFamilies && others.length === 0 ? { family } : {}),
    from: startWith(
      source,
      from.flatMap(({ pods }) => pods),
    ),
    to: startWith(
      target,
      to.flatMap(({ pods }) => pods),
    ),
  };
}

/** A pod of the sources and another one of the destinations. */
function pickPair(from: readonly LastingClass[], to: readonly LastingClass[]): [Pod, Pod] {
  const sources = from.flatMap(({ pods }) => pods.slice(0, 2));
  const targets = to.flatMap(({ pods }) => pods.slice(0, 2));
  for (const source of sources) {
    const target = targets.find((one) => one !== source);
    if (target) return [source, target];
  }
  throw new Error('no two pods');
}

/** The list with one of its pods in front. */
function startWith(first: Pod, pods: readonly Pod[]): readonly Pod[] {
  return [first, ...pods.filter((pod) => pod !== first)];
}
