import { listOfRouter, textOfUrl } from '../requests/exposed.js';
import { groupBy } from '../std/group-by.js';
import { formatPrefix } from '../net/prefix.js';
import { prefixesOfRange } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, portRangesOf } from '../traffic/filters/transport-range.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import { connectClasses, toOneWay } from '../traffic/policies/connections.js';
import { openNamesOf } from './beyond.js';
import type { Group } from './group.js';
import { groupPods } from './groups.js';
import { type PeerMembers, findMembers } from './members.js';
import type { ExpectationContext } from './world.js';

/** An expectation with its fields in the order of the file. */
export type Suggestion = Readonly<Record<string, unknown>> & { readonly name: string };

/** Maximum peers in a suggested line. */
const MAX_ENDS = 8;
const MAX_VALUES = 4;

/**
 * Returns suggested expectations. For each namespace, in byte order, they state its destinations outside, its egress
 * addresses and its senders. Then follow the EgressIPs that survive the loss of a node. The caller checks with
 * `evaluate` whether all of them hold.
 */
export function suggestExpectations(world: ExpectationContext): Suggestion[] {
  const outside = findMembers({ type: 'outside', transport: ALL_TRANSPORT }, world);
  const byNamespace = groupBy([...world.model.classOf.keys()], ({ namespace }) => namespace);
  return [
    ...[...byNamespace].flatMap(([namespace, pods]) => {
      const groups = groupPods({ pods }, [], world);
      return [
        ...suggestReach(namespace, groups, outside, world),
        ...suggestSource(namespace, groups, world),
        ...suggestMarks(namespace, groups, world),
        ...suggestSenders(namespace, groups, outside, world),
      ];
    }),
    ...suggestSurvival(world),
    ...suggestExposure(world),
  ];
}

/** Suggests the URLs that are reachable from outside, if they are few. */
function suggestExposure(world: ExpectationContext): Suggestion[] {
  const routers = world.routers();
  const urls = routers.flatMap(listOfRouter).filter(({ isRedirect }) => !isRedirect);
  const only = [...new Set(urls.map(textOfUrl))].sort();
  if (routers.length === 0 || only.length > MAX_ENDS) return [];
  return [{ name: 'nothing else is reachable from outside', exposed: { only } }];
}

function suggestReach(
  namespace: string,
  groups: readonly Group[],
  outside: readonly PeerMembers[],
  world: ExpectationContext,
): Suggestion[] {
  const find = (verdict: 'allow' | 'drop') =>
    groups.flatMap(({ podClass }) => regionsOf(podClass, outside, verdict, world));
  if (find('drop').length === 0) return [];
  const from = { namespace };
  const names = [...new Set(groups.flatMap(({ podClass }) => openNamesOf(podClass.firewall)))].sort();
  const allowed = new Map<string, object>();
  for (const { addresses, transport } of find('allow')) {
    for (const prefix of addresses.flatMap(prefixesOfRange)) {
      const end = { cidr: formatPrefix(prefix), ...portsField(transport) };
      allowed.set(JSON.stringify(end), end);
    }
  }
  const ends = [...allowed.values(), ...names.map((name) => ({ name: name.replace(/\.$/, '') }))];
  if (ends.length === 0)
    return [{ name: `${namespace} reaches nothing outside`, from, to: 'outside', unreachable: true }];
  if (ends.length > MAX_ENDS) return [];
  return [{ name: `${namespace} reaches these outside and nothing else`, from, to: 'outside', only: ends }];
}

function regionsOf(
  podClass: Group['podClass'],
  ends: readonly PeerMembers[],
  verdict: 'allow' | 'drop',
  world: ExpectationContext,
) {
  return world.configuration.ipFamilies.flatMap((family) =>
    podClass.views[family]
      ? ends.flatMap((end) => world.findBeyond(podClass, { ...end, direction: 'to', family }, verdict))
      : [],
  );
}

/**
 * Returns the ports in the notation of the file. Returns none if some protocols have no notation. The expectation then
 * allows more, and still holds.
 */
function portsField(transport: TransportSet): { readonly ports?: readonly string[] } {
  const ports = portRangesOf(transport);
  if (ports.some(({ protocol }) => protocol === 'ICMP' || protocol === 'other') || ports.length > MAX_ENDS) return {};
  return {
    ports: ports.map(({ protocol, first, last }) =>
      first <= 1 && last === 65_535
        ? protocol
        : `${first === last ? first : `${Math.max(first, 1)}-${last}`}/${protocol}`,
    ),
  };
}

/** Suggests egress addresses, if a resource decides them. Otherwise, the namespace is like every other. */
function suggestSource(namespace: string, groups: readonly Group[], world: ExpectationContext): Suggestion[] {
  const pods = groups.flatMap((group) => group.pods);
  const exits = pods.flatMap((pod) => world.configuration.ipFamilies.map((family) => world.exitsOf(pod, family)));
  if (exits.every(({ causes }) => causes.length === 0) || exits.some(({ source }) => source.unknown !== undefined))
    return [];
  const source = new Set(
    exits.flatMap(({ source: { values }, nodeAddresses }) =>
      values.map((value) => (nodeAddresses.includes(value) ? 'node' : value)),
    ),
  );
  if (source.size > MAX_VALUES) return [];
  return [{ name: `${namespace} is seen by these addresses`, from: { namespace }, source: [...source].sort() }];
}

function suggestMarks(namespace: string, groups: readonly Group[], world: ExpectationContext): Suggestion[] {
  const marks = new Set(groups.flatMap(({ pods }) => pods.flatMap((pod) => world.marksOf(pod))));
  return [...marks]
    .sort((a, b) => a.order - b.order)
    .slice(0, MAX_VALUES)
    .flatMap(({ dscp, destination }): Suggestion[] => {
      if (destination === 'none') return [];
      const to = destination === undefined ? 'outside' : { cidr: formatPrefix(destination.prefix) };
      const where = destination === undefined ? 'outside' : formatPrefix(destination.prefix);
      return [{ name: `${namespace} sends to ${where} with DSCP ${dscp}`, from: { namespace }, to, dscp }];
    });
}

/** Suggests the senders of a namespace, if policies isolate its pods. Otherwise, everything reaches them. */
function suggestSenders(
  namespace: string,
  groups: readonly Group[],
  outside: readonly PeerMembers[],
  world: ExpectationContext,
): Suggestion[] {
  if (
    groups.some(({ podClass }) =>
      podClass.ingress.stage.every(({ rules, closedBy }) => rules.length + closedBy.length === 0),
    )
  )
    return [];
  const families = world.configuration.ipFamilies;
  const fromOutside = families.some((family) =>
    groups.some(({ podClass }) =>
      outside.some(
        (end) => world.findBeyond(podClass, { ...end, exceptions: [], direction: 'from', family }, 'allow').length > 0,
      ),
    ),
  );
  const closed = fromOutside
    ? []
    : [{ name: `nothing outside reaches ${namespace}`, from: 'outside', to: { namespace }, unreachable: true }];
  const senders = new Set<string>([namespace]);
  for (const sender of world.model.classes) {
    const from = { pod: toOneWay(sender) };
    const reaches = groups.some((group) =>
      families.some(
        (family) => connectClasses(from, { pod: toOneWay(group.podClass) }, family, world.vocabulary).length > 0,
      ),
    );
    for (const pod of reaches ? sender.pods : []) senders.add(pod.namespace);
    if (senders.size > MAX_VALUES) return closed;
  }
  if (fromOutside) return [];
  const from = [...senders].sort().map((one) => ({ namespace: one }));
  return [{ name: `only these sources reach ${namespace}`, to: { namespace }, 'only-from': from }];
}

function suggestSurvival(world: ExpectationContext): Suggestion[] {
  const failovers = world.failovers();
  const lost = new Set(failovers.flatMap(({ losses }) => losses.map(({ name }) => name)));
  const names = failovers.flatMap((one) => one.names.filter((name) => !lost.has(name)));
  if (names.length === 0) return [];
  return [
    {
      name: 'any single node may fail',
      egressIPs: { names: lost.size === 0 ? ['*'] : names, survive: 1 },
    },
  ];
}
