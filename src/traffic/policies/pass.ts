import type { Family } from '../../net/address.js';
import { once } from '../../std/memoize.js';
import { type AddressRange, mergeRanges } from '../filters/address-range.js';
import { ALL_TRANSPORT } from '../filters/transport-range.js';
import {
  type TransportRange,
  type TransportSet,
  NO_TRANSPORT,
  intersectTransport,
  mergeTransport,
  subtractTransport,
  uniteTransport,
} from '../filters/transport-set.js';
import { type PeerMatch, type PeerView, type PodPorts, matchesPeer } from './peer.js';
import { type Layer, type Stage, type StageRule, transportTo } from './stage.js';
import type { Vocabulary } from './vocabulary.js';

/** Returns the protocols and ports that pass. `ports` are those of the destination. Equal sets are the same list. */
export type Pass = (peer: PeerView, ports: PodPorts) => TransportSet;

/** Rules of a run with the same protocols and ports, as one that matches the peers of all. */
interface Group extends Pick<StageRule<unknown>, 'transport' | 'named'> {
  /** Number of the group, unique in a stage. */
  readonly number: number;
  /** One match for all unconditional rules, and one for each rule with matches that must all apply. */
  readonly matches: readonly PeerMatch[];
}

/** Adjacent rules of a layer with one verdict, which is the same for any of them. */
interface Run {
  readonly verdict: StageRule<unknown>['verdict'];
  /** Those for all protocols and ports come first. */
  readonly groups: readonly Group[];
}

/**
 * Creates the function that returns the protocols and ports of a peer that pass a stage. Equal rules are evaluated
 * once, and peers with equal rules share results.
 */
export function createPass(stage: Stage<unknown>, { setOf }: Vocabulary): Pass {
  const layers = once(() => groupLayers(stage));
  const hasNames = stage.some(({ rules }) => rules.some(({ named }) => named.length > 0));
  const known = new Map<string, TransportSet>();
  const find: Pass = (peer, ports) => {
    const matching = layers().map((runs) => matchRuns(runs, peer));
    const key = (hasNames ? ports.key : '') + keyOf(matching);
    const set = known.get(key) ?? setOf(passRuns(matching, stage, ports));
    known.set(key, set);
    return set;
  };
  return memoizePeers(find, hasNames);
}

/** Bits of a key in one character. */
const KEY_BITS = 15;

/** Returns a text for the numbers of groups, one bit for each, because a pair of peers may have hundreds of groups. */
function keyOf(matching: readonly (readonly Run[])[]): string {
  const units: number[] = [];
  for (const runs of matching) {
    for (const { groups } of runs) {
      for (const { number } of groups) {
        const at = Math.trunc(number / KEY_BITS);
        while (units.length <= at) units.push(0);
        units[at] = (units[at] ?? 0) | (1 << (number % KEY_BITS));
      }
    }
  }
  return String.fromCharCode(...units);
}

/** Memoizes the results for each peer. Pods that rules treat alike are one peer. */
function memoizePeers(find: Pass, hasNames: boolean): Pass {
  const ofPeer = new WeakMap<PeerView, Map<string, TransportSet>>();
  return (peer, ports) => {
    if (peer.selections.size === 0) return find(peer, ports);
    const key = hasNames ? ports.key : '';
    const known = ofPeer.get(peer) ?? new Map<string, TransportSet>();
    ofPeer.set(peer, known);
    const set = known.get(key) ?? find(peer, ports);
    known.set(key, set);
    return set;
  };
}

function groupLayers(stage: Stage<unknown>): readonly (readonly Run[])[] {
  let count = 0;
  return stage.map((layer) => splitRuns(layer).map((rules) => toRun(rules, () => count++)));
}

function splitRuns({ rules }: Layer<unknown>): StageRule<unknown>[][] {
  const runs: StageRule<unknown>[][] = [];
  for (const rule of rules) {
    const last = runs.at(-1);
    if (last?.[0]?.verdict === rule.verdict) last.push(rule);
    else runs.push([rule]);
  }
  return runs;
}

function toRun(rules: readonly StageRule<unknown>[], nextNumber: () => number): Run {
  const alike = new Map<string, StageRule<unknown>[]>();
  for (const rule of rules) {
    const key = textOfTransport(rule);
    const own = alike.get(key);
    if (own) own.push(rule);
    else alike.set(key, [rule]);
  }
  const groups = Array.from(alike.values(), (own): Group => {
    const [{ transport, named } = { transport: NO_TRANSPORT, named: [] }] = own;
    return { number: nextNumber(), transport, named, matches: joinMatches(own) };
  });
  return {
    verdict: rules[0]?.verdict ?? 'allow',
    groups: [...groups.filter(isForAll), ...groups.filter((group) => !isForAll(group)).sort(byFirstPort)],
  };
}

/** Orders groups so that the ranges of those that match are ascending, and need no sorting for each peer. */
function byFirstPort({ transport: [a] }: Group, { transport: [b] }: Group): number {
  return (a?.first ?? 0) - (b?.first ?? 0);
}

function isForAll({ transport }: Group): boolean {
  return transport === ALL_TRANSPORT;
}

function textOfTransport({ transport, named }: StageRule<unknown>): string {
  if (transport === ALL_TRANSPORT) return 'all';
  const names = named.map(({ protocol, name }) => `${protocol} ${name}`);
  return `${transport.map(({ first, end }) => `${first}-${end}`).join()} ${names.join()}`;
}

function joinMatches(rules: readonly StageRule<unknown>[]): readonly PeerMatch[] {
  if (rules.length === 1) return rules;
  const free = rules.filter(({ all }) => !all);
  const bound = rules.filter(({ all }) => all);
  if (free.length === 0) return bound;
  const rangesOf = (family: Family): readonly AddressRange[] =>
    mergeRanges(free.flatMap((rule) => rule.ranges[family]));
  const containsFamily = (family: Family): boolean => free.some(({ containsPodNetwork }) => containsPodNetwork[family]);
  const joined = {
    isAny: free.some(({ isAny }) => isAny),
    selections: [...new Set(free.flatMap(({ selections }) => selections))],
    ranges: { IPv4: rangesOf('IPv4'), IPv6: rangesOf('IPv6') },
    containsPodNetwork: { IPv4: containsFamily('IPv4'), IPv6: containsFamily('IPv6') },
  };
  return [joined, ...bound];
}

/** Returns the runs with a group that matches a peer, up to one that leaves nothing to the rest of its layer. */
function matchRuns(runs: readonly Run[], peer: PeerView): readonly Run[] {
  const matching: Run[] = [];
  for (const { verdict, groups } of runs) {
    const own: Group[] = [];
    for (const group of groups) {
      if (!group.matches.some((match) => matchesPeer(match, peer))) continue;
      own.push(group);
      if (isForAll(group)) return [...matching, { verdict, groups: own }];
    }
    if (own.length > 0) matching.push({ verdict, groups: own });
  }
  return matching;
}

/** Returns the protocols and ports that pass a stage. In each layer, the matching runs apply in order. */
function passRuns(matching: readonly (readonly Run[])[], stage: Stage<unknown>, ports: PodPorts): TransportSet {
  let open: TransportSet = ALL_TRANSPORT;
  let allowed: TransportSet = NO_TRANSPORT;
  for (const [index, { closedBy }] of stage.entries()) {
    let passed: TransportSet = NO_TRANSPORT;
    for (const { verdict, groups } of matching[index] ?? []) {
      const hit = intersectTransport(open, transportOf(groups, ports));
      if (hit.length === 0) continue;
      open = subtractTransport(open, hit);
      if (verdict === 'allow') allowed = uniteTransport(allowed, hit);
      if (verdict === 'pass') passed = uniteTransport(passed, hit);
    }
    open = closedBy.length > 0 ? passed : uniteTransport(open, passed);
    if (open.length === 0) break;
  }
  return uniteTransport(allowed, open);
}

function transportOf(groups: readonly Group[], ports: PodPorts): TransportSet {
  const [first] = groups;
  if (first && groups.length === 1) return transportTo(first, ports);
  const ranges: TransportRange[] = [];
  // A loop, because this runs for each pair of peers: flatMap() takes several times as long.
  for (const group of groups) for (const range of transportTo(group, ports)) ranges.push(range);
  return mergeTransport(ranges);
}
