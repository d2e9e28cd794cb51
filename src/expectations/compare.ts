import type { Pod } from '../model/cluster.js';
import type { RelatedLocation, Report } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import type { Both } from '../traffic/side.js';
import { textOfUrl } from '../requests/exposed.js';
import { describeDecider, findPacketDeciders } from './decide.js';
import { evaluate } from './evaluate.js';
import { type Expectation, isOneWay } from './expectation.js';
import type { CheckedPacket, PacketEnd } from './packet.js';
import { judge } from './report.js';
import type { ExpectationFailure } from './verdict.js';
import { type Weakening, contentOfExpectation, findWeakenings } from './weaken.js';
import type { ExpectationContext } from './world.js';

/** A difference of an expectation between two sides. */
export interface ExpectationChange {
  readonly name: string;
  /**
   * - `broken`: it fails now in a way in which it did not fail before.
   * - `broken before`: it fails now, and failed in the same way before.
   * - `withdrawn`: the new side requires less, and what the old side required fails now.
   * - `weakened`: the new side requires less. What the old side required holds now, or the expectation is broken anyway.
   * - `fixed`: it holds now, but failed before.
   */
  readonly change: 'broken' | 'broken before' | 'withdrawn' | 'weakened' | 'fixed';
  /** The failures. Empty if the expectation is fixed or weakened. */
  readonly reports: readonly Report[];
  /** Rules that decided before about the same packets, for each of the reports. Locations are in the old side. */
  readonly earlier?: readonly (readonly RelatedLocation[])[];
  /** The respects in which it is weakened. */
  readonly weakenings?: readonly Weakening[];
  /** True if the new side has no expectation of this name. Locations are in the old side. */
  readonly isGone?: boolean;
}

/**
 * Compares the results of expectations on two sides. The order is that of the new side's files, followed by those that
 * only the old side has.
 */
export function compareExpectations(
  { before, after }: Both<readonly Expectation[]>,
  worlds: Both<() => ExpectationContext>,
): ExpectationChange[] {
  if (before.length + after.length === 0) return [];
  const earlier = new Set(before.map(({ name }) => name));
  const changes = after.flatMap((expectation): ExpectationChange[] => {
    const { name } = expectation;
    const [was, now] = [evaluate(expectation, worlds.before()), evaluate(expectation, worlds.after())];
    if (now.length === 0) return was.length > 0 && earlier.has(name) ? [{ name, change: 'fixed', reports: [] }] : [];
    const known = new Set(was.map(keyOf));
    const added = now.filter((breach) => !known.has(keyOf(breach)));
    if (added.length === 0) return [{ name, change: 'broken before', reports: reportsOf(expectation, now, worlds) }];
    const reports = reportsOf(expectation, added, worlds);
    return [{ name, change: 'broken', reports, earlier: blame(reports, added, worlds.before()) }];
  });
  return [...changes, ...findWeakened({ before, after }, worlds)];
}

/** Returns the expectations that the new side lacks or that require less there. */
function findWeakened(
  { before, after }: Both<readonly Expectation[]>,
  worlds: Both<() => ExpectationContext>,
): ExpectationChange[] {
  const later = new Map(after.map((expectation) => [expectation.name, expectation]));
  const contents = new Set(after.map(contentOfExpectation));
  return before.flatMap((expectation): ExpectationChange[] => {
    // The new side has the same expectation, maybe under another name or in another file, and reports it there.
    if (contents.has(contentOfExpectation(expectation))) return [];
    const { name, place } = expectation;
    const same = later.get(name);
    const isBroken = same !== undefined && evaluate(same, worlds.after()).length > 0;
    const breaches = isBroken ? [] : evaluate(expectation, worlds.after());
    if (breaches.length > 0) {
      return [{ name, change: 'withdrawn', reports: reportsOf(expectation, breaches, worlds) }];
    }
    if (!same) {
      return [{ name, change: 'weakened', reports: [], weakenings: [{ text: 'it is removed', place }], isGone: true }];
    }
    const weakenings = findWeakenings(expectation, same);
    return weakenings.length > 0 ? [{ name, change: 'weakened', reports: [], weakenings }] : [];
  });
}

function reportsOf(
  expectation: Expectation,
  breaches: readonly ExpectationFailure[],
  worlds: Both<() => ExpectationContext>,
): readonly Report[] {
  return judge(expectation, breaches, worlds.after()).reports;
}

/** Returns a key of the failing part of an expectation. */
function keyOf(breach: ExpectationFailure): string {
  switch (breach.type) {
    case 'nobody':
    case 'unanswered':
      return `empty ${breach.field}`;
    case 'exposed':
      return `exposed ${breach.url.controller} ${textOfUrl(breach.url)}`;
    case 'elsewhere':
      return 'elsewhere';
    case 'lost':
      return `lost ${breach.loss.name}`;
    default:
      return `claim ${breach.claim.field}`;
  }
}

/** Returns the rules that decided before about the packets of failures, for each of their reports. */
function blame(
  reports: readonly Report[],
  breaches: readonly ExpectationFailure[],
  before: ExpectationContext,
): RelatedLocation[][] {
  return reports.map((_, index) => {
    const breach = breaches[index];
    return breach && 'packet' in breach ? placesBefore(breach, before) : [];
  });
}

function placesBefore(
  breach: Extract<ExpectationFailure, { readonly packet: CheckedPacket }>,
  before: ExpectationContext,
): RelatedLocation[] {
  const packet = packetBefore(breach.packet, before);
  if (!packet) return [];
  if (breach.type === 'filtered') {
    const { decider } = findPacketDeciders(packet, before.model, isOneWay(breach.claim));
    return decider ? [placeOf(decider.cause, `before this change: ${describeDecider(decider)}`)] : [];
  }
  if (breach.type === 'marked' || !('pod' in packet.from)) return [];
  const { causes } = before.exitsOf(packet.from.pod, packet.family);
  return causes.map((cause) => placeOf(cause, 'before this change, this said how it leaves'));
}

function placeOf({ origin, pointer }: Cause, message: string): RelatedLocation {
  return { message, location: { origin, pointer } };
}

/** Returns the same packet between the pods of the old side, or undefined if one of them did not exist. */
function packetBefore(packet: CheckedPacket, before: ExpectationContext): CheckedPacket | undefined {
  const [from, to] = [packet.from, packet.to].map((end) => endBefore(end, before));
  return from && to && { ...packet, from, to };
}

function endBefore(end: PacketEnd, { cluster, model }: ExpectationContext): PacketEnd | undefined {
  if ('address' in end) return end;
  const isSame = ({ name }: Pod): boolean => name === end.pod.name;
  const pod = cluster.podsByNamespace.get(end.pod.namespace)?.find(isSame);
  const podClass = pod && model.classOf.get(pod);
  const service = end.service && cluster.services.get(`${end.service.namespace}/${end.service.name}`);
  return pod && podClass && { pod, podClass, ...(service ? { service } : {}) };
}
