import type { Db, Query } from '../../engine/query.js';
import type { LockPart, LockedAddress, LockedEgressIP } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { createReportAt } from '../../model/report-at.js';
import { isDeepEqual } from '../../std/deep-equal.js';
import { memoizeWeak, once } from '../../std/memoize.js';
import { sameItems, sameList } from '../../std/same-items.js';
import { type Allocation, createAllocation, createGivenAllocation } from './placement/allocation.js';
import { readLiveState } from './placement/live-state.js';
import { assignMarks } from './placement/marks.js';
import { type LostAddress, createFindLost } from './placement/loss.js';
import { messages } from './messages.js';
import { type Assignment, type PlacedEgressIP, type OnPlacement, placeAllAddresses } from './placement/place.js';
import { reportNodes } from './report/nodes.js';
import { reportMixedNextHops, reportPlacement } from './report/placement.js';
import { type ParsedEgressIP, parseEgressIPs } from './parse.js';

/** Result of a placement, and its final state. */
export interface Placement {
  readonly placed: readonly MarkedEgressIP[];
  readonly rejected: readonly Manifest[];
  readonly allocation: Allocation;
}

/** An EgressIP with its nodes and its packet mark, if one is left. */
export interface MarkedEgressIP extends PlacedEgressIP {
  readonly mark: number | undefined;
}

/** The assignments of all EgressIPs. */
export interface Assignments {
  /** Empty without nodes. */
  readonly placed: readonly MarkedEgressIP[];
  readonly lock: LockPart;
}

/**
 * Places the addresses of all EgressIPs. Reports what is wrong with their own syntax. `trace` is called for each decision.
 * Without nodes in the inventory nothing is placed, and the lock stays.
 */
export function placeEgressIPs(manifests: readonly Manifest[], context: KindContext, trace?: OnPlacement): Placement {
  const { configuration, cluster, lock, assignmentOrder: order, observed } = context;
  const { sound, rejected } = parseEgressIPs(manifests, context);
  const isGiven = order === 'status-only';
  const live = readLiveState(isGiven ? [] : manifests, observed);
  const create = isGiven ? createGivenAllocation : createAllocation;
  const allocation = create(cluster.nodes, configuration);
  const open = cluster.nodes.length > 0 ? sound : [];
  const placed = placeAllAddresses(open, rejected, { lock, live, order }, allocation, trace);
  const names = manifests.map(({ name }) => name);
  const marks = assignMarks(names, lock, live.marks, order);
  if (!isGiven) reportMarks(sound, marks, context);
  const marked = placed.map((one): MarkedEgressIP => ({ ...one, mark: marks.get(one.parsed.name) }));
  return { placed: marked, rejected, allocation };
}

/** Prepares to ask which addresses a node loses that get no other, by the lock of a placement on the same nodes. Reports nothing. */
export function createFindLostAddresses(
  manifests: readonly Manifest[],
  context: KindContext,
): (node: string) => readonly LostAddress[] {
  const { configuration, cluster, lock, observed } = context;
  const { sound, rejected } = parseEgressIPs(manifests, { ...context, report: () => undefined });
  const allocation = createAllocation(cluster.nodes, configuration);
  return createFindLost(sound, rejected, lock, readLiveState(manifests, observed), allocation);
}

/**
 * Creates the query of the assignments of all EgressIPs, which do not depend on pods. It reports what is wrong with their
 * syntax, their nodes and their addresses. `manifestsIn` returns the EgressIPs to be compiled.
 */
export function createAssignmentQuery(manifestsIn: (db: Db) => readonly Manifest[]): Query<undefined, Assignments> {
  return {
    name: 'assignments of EgressIPs',
    run: (db, _, before) => assignEgressIPs(manifestsIn(db), contextOf(db), before),
    same: (a, b) => sameItems(a.placed, b.placed) && isDeepEqual(a.lock, b.lock),
  };
}

/** Places all EgressIPs. Those that have not changed since `before` are the same objects. */
function assignEgressIPs(
  manifests: readonly Manifest[],
  context: KindContext,
  before: Assignments | undefined,
): Assignments {
  const { cluster, report, configuration } = context;
  const placement = placeEgressIPs(manifests, context);
  if (cluster.nodes.length === 0) return { placed: [], lock: { egressIPs: context.lock.egressIPs } };
  const { allocation } = placement;
  if (placement.placed.length > 0) reportNodes(allocation, placement.placed, report);
  reportPlacement(placement.placed, allocation, report);
  reportMixedNextHops(placement.placed, configuration.release.egressIP, report);
  const placed = before ? keepUnchanged(placement.placed, before.placed) : placement.placed;
  return { placed, lock: lockPlacement({ ...placement, placed }, context) };
}

function keepUnchanged(
  placed: readonly MarkedEgressIP[],
  before: readonly MarkedEgressIP[],
): readonly MarkedEgressIP[] {
  const byName = once(() => new Map(before.map((one) => [one.parsed.name, one])));
  return placed.map((one, index) => {
    const { name } = one.parsed;
    const there = before[index];
    const last = there?.parsed.name === name ? there : byName().get(name);
    return last && isSamePlacement(last, one) ? last : one;
  });
}

/** Nodes and EgressIPs are compared by identity, because both are large. */
function isSamePlacement(a: MarkedEgressIP, b: MarkedEgressIP): boolean {
  return (
    a.parsed === b.parsed &&
    a.mark === b.mark &&
    sameList(a.assignments, b.assignments, isSameAssignment) &&
    isDeepEqual([a.unplaced, a.dropped], [b.unplaced, b.dropped])
  );
}

function isSameAssignment(a: Assignment, b: Assignment): boolean {
  return a.address === b.address && a.node === b.node && a.source === b.source && isDeepEqual(a.hosting, b.hosting);
}

function reportMarks(
  sound: readonly ParsedEgressIP[],
  marks: ReadonlyMap<string, number>,
  { report }: KindContext,
): void {
  const without = sound.filter(({ name }) => !marks.has(name));
  const [first] = without;
  if (first) createReportAt(first.manifest, report)(messages.noMarkLeft(without.length), '/metadata/name');
}

/** Returns the content of the next lock: each EgressIP with its mark and nodes. A rejected EgressIP keeps its entry. */
export function lockPlacement({ placed, rejected }: Placement, { lock }: KindContext): LockPart {
  const entries = placed.map((one): [string, LockedEgressIP] => [one.parsed.name, lockedOf(one)]);
  for (const { name } of rejected) {
    const locked = lock.egressIPs.get(name);
    if (locked) entries.push([name, locked]);
  }
  return { egressIPs: new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const lockedOf = memoizeWeak(({ mark, assignments }: MarkedEgressIP): LockedEgressIP => {
  const addresses = assignments.map(({ address, node }): [string, LockedAddress] => [
    address.text,
    { address: { family: address.family, value: address.value, text: address.text }, node: node.name },
  ]);
  const sorted = addresses.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...(mark === undefined ? {} : { mark }), addresses: new Map(sorted) };
});
