import type { Pod } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { once } from '../std/memoize.js';
import { NO_RULE, type Region, classify } from '../traffic/filters/classify.js';
import { openNamesOf } from './beyond.js';
import type { Exits, Possible } from './exits.js';
import type { ExpectedClaim } from './expectation.js';
import type { Group } from './group.js';
import { groupPods } from './groups.js';
import { type HostPackets, findOtherHop } from './host-hops.js';
import type { PeerMembers } from './members.js';
import { type CheckedPacket, packetBeyond } from './packet.js';
import type { ExpectationFailure, ExitBreach } from './verdict.js';
import type { ExpectationContext } from './world.js';

type ExitClaim = Extract<ExpectedClaim, { readonly type: 'source' | 'node' | 'next-hop' }>;
type MarkClaim = Extract<ExpectedClaim, { readonly type: 'dscp' }>;

/**
 * Finds a packet that passes all filters and leaves in a way that contradicts the claim. Returns undefined if there is
 * none.
 */
export function findOtherExit(
  claim: ExitClaim,
  from: readonly PeerMembers[],
  to: readonly PeerMembers[],
  world: ExpectationContext,
): ExpectationFailure | undefined {
  let unknown: ExitBreach | undefined;
  for (const { group, family, regions } of listPackets(from, to, 'allow', world)) {
    // The egress of a packet does not depend on its destination, except on hosts, so any region will do.
    const region = regions.next();
    if (region.done) continue;
    const all = once(() => [region.value, ...regions]);
    const followed = new Set<string>();
    for (const pod of group.pods) {
      const exits = world.exitsOf(pod, family);
      const missing = world.gapsOutside(pod, family);
      const other = missing.length > 0 ? { value: '', isUnknown: true, missing } : otherThan(claim, exits);
      const packet = other && packetBeyond({ pod, podClass: group.podClass }, 'to', region.value);
      if (!packet) continue;
      const said: ExitBreach = { type: 'exit', claim, packet, ...other, causes: exits.causes };
      // Pods with the same address on the same host have the same routes there.
      const key = JSON.stringify([exits.causes.map(({ kind, name }) => [kind, name]), exits.listPaths()]);
      if (isOfHost(said) && followed.has(key)) continue;
      followed.add(key);
      const packets = { pod, podClass: group.podClass, family, regions: all };
      const breach = isOfHost(said) ? onHost(said, packets, world) : said;
      if (breach?.isUnknown === false) return breach;
      unknown ??= breach;
    }
  }
  return unknown;
}

/** Returns true if a resource directs the packets to a host, whose routes can be managed by Weir. */
function isOfHost({ claim, isUnknown, missing = [], causes }: ExitBreach): boolean {
  return claim.type === 'next-hop' && isUnknown && missing.length === 0 && causes.length > 0;
}

/** Resolves the next hop by the routes of the host. Returns undefined if all of them lead to a claimed next hop. */
function onHost(said: ExitBreach, packets: HostPackets, world: ExpectationContext): ExitBreach | undefined {
  const values = 'values' in said.claim ? said.claim.values : [];
  const other = findOtherHop(packets, values, world);
  if (other?.nextHop === undefined) return other && { ...said, packet: other.packet };
  return { ...said, packet: other.packet, value: other.nextHop, isUnknown: false };
}

/** Returns a value that is not claimed, or else that a value is unknown. */
function otherThan({ type, values }: ExitClaim, exits: Exits): Pick<ExitBreach, 'value' | 'isUnknown'> | undefined {
  const possible: Possible = exits[type];
  const nodes = type === 'source' && values.includes('node') ? exits.nodeAddresses : [];
  const other = possible.values.find((value) => !values.includes(value) && !nodes.includes(value));
  if (other !== undefined) return { value: other, isUnknown: false };
  const isKept = type === 'source' && possible.isOfNode && values.includes('node');
  return possible.unknown === undefined || isKept ? undefined : { value: possible.unknown, isUnknown: true };
}

/**
 * Finds a packet that passes all filters and has another DSCP value than claimed. Returns undefined if there is none.
 */
export function findOtherMark(
  claim: MarkClaim,
  from: readonly PeerMembers[],
  to: readonly PeerMembers[],
  world: ExpectationContext,
): ExpectationFailure | undefined {
  for (const { group, family, regions } of listPackets(from, to, 'allow', world)) {
    const parts = groupBy(group.pods, (pod) => {
      const marks = world.marksOf(pod);
      const orders = marks.map(({ order }) => `${pod.namespace} ${order}`);
      return JSON.stringify([orders, world.markEffects.placeOf(pod, marks)]);
    });
    for (const region of regions) {
      for (const [pod] of parts.values()) {
        const breach = pod && findMark(claim, pod, { group, family, region }, world);
        if (breach) return breach;
      }
    }
  }
  return undefined;
}

function findMark(
  claim: MarkClaim,
  pod: Pod,
  { group, family, region }: Omit<Passing, 'regions'> & { readonly region: Region<string> },
  world: ExpectationContext,
): ExpectationFailure | undefined {
  const marks = world.marksOf(pod);
  const rules = world.markEffects.rulesOf(marks, world.markEffects.placeOf(pod, marks));
  const [other] = classify([rules, [{ ...region, value: undefined }]], family, (deciders) => {
    const [mark = NO_RULE, inside = NO_RULE] = deciders;
    return inside !== NO_RULE && rules[mark]?.value.dscp !== claim.value ? `${mark}` : undefined;
  });
  const packet = other && packetBeyond({ pod, podClass: group.podClass }, 'to', other);
  const mark = other && rules[Number(other.label)]?.value;
  return packet && { type: 'marked', claim, packet, ...(mark ? { dscp: mark.dscp, cause: mark.cause } : {}) };
}

/**
 * Result for peers between which no packet passes: an example of a dropped packet. If unset, there are no packets
 * between them.
 */
export interface NonePassing {
  readonly packet?: CheckedPacket;
}

/**
 * Checks whether any packet passes all filters. Returns undefined if one does, or else an example of a dropped packet.
 */
export function findNonePassing(
  from: readonly PeerMembers[],
  to: readonly PeerMembers[],
  world: ExpectationContext,
): NonePassing | undefined {
  for (const { regions } of listPackets(from, to, 'allow', world)) if (!regions.next().done) return undefined;
  for (const { group, regions } of listPackets(from, to, 'drop', world)) {
    const region = regions.next();
    const [pod] = group.pods;
    const packet =
      pod && !region.done ? packetBeyond({ pod, podClass: group.podClass }, 'to', region.value) : undefined;
    if (packet) return { packet };
  }
  return {};
}

/** Packets of pods to addresses in a family that filters allow or drop, or would for some DNS answers. */
interface Passing {
  readonly group: Group;
  readonly family: Family;
  readonly regions: Generator<Region<string>, undefined>;
}

function* listPackets(
  from: readonly PeerMembers[],
  to: readonly PeerMembers[],
  verdict: 'allow' | 'drop',
  world: ExpectationContext,
): Generator<Passing> {
  for (const group of from.flatMap((members) => groupPods(members, [], world))) {
    for (const family of world.configuration.ipFamilies) {
      if (group.podClass.views[family]) yield { group, family, regions: regionsOf(group, to, family, verdict, world) };
    }
  }
}

function* regionsOf(
  { podClass }: Group,
  to: readonly PeerMembers[],
  family: Family,
  verdict: 'allow' | 'drop',
  world: ExpectationContext,
): Generator<Region<string>, undefined> {
  for (const { name, ranges, transport, exceptions } of to) {
    const names = name === undefined ? [undefined, ...openNamesOf(podClass.firewall)] : [name];
    for (const one of names) {
      const packets = {
        ...{ direction: 'to' as const, family, transport, exceptions },
        ranges: name === undefined ? ranges : world.networks.beyond[family],
        ...(one === undefined ? {} : { name: one }),
      };
      yield* world.findBeyond(podClass, packets, verdict);
    }
  }
  return undefined;
}
