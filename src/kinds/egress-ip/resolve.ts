import type { Namespace, Node } from '../../model/cluster.js';
import type { LockPart, LockedAddress, LockedEgressIP } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../contract/kind-context.js';
import { createReportAt } from '../../model/report-at.js';
import { type Allocation, createAllocation, createGivenAllocation } from './placement/allocation.js';
import { readLiveState } from './placement/live-state.js';
import { assignMarks } from './placement/marks.js';
import { type LostAddress, createFindLost } from './placement/loss.js';
import { messages } from './messages.js';
import { type PlacedEgressIP, type OnPlacement, placeAllAddresses } from './placement/place.js';
import { reportPrimaryNetworks } from './selection/primary-network.js';
import { reportNodes } from './report/nodes.js';
import { reportMixedNextHops, reportPlacement } from './report/placement.js';
import { reportSelection } from './report/selection.js';
import { type ParsedEgressIP, parseEgressIPs } from './parse.js';
import { createSelection } from './selection/selection.js';
import { type ServedEgressIP, decideWinners } from './selection/winner.js';

/** All EgressIPs with their nodes, pods and marks. */
export interface ResolvedEgressIPs {
  readonly served: readonly ServedEgressIP[];
  readonly marks: ReadonlyMap<string, number>;
  readonly lock: LockPart;
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly nodeByName: ReadonlyMap<string, Node>;
}

/** Result of a placement, and its final state. */
export interface Placement {
  readonly placed: readonly PlacedEgressIP[];
  readonly rejected: readonly Manifest[];
  readonly allocation: Allocation;
  readonly marks: ReadonlyMap<string, number>;
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
  return { placed, rejected, allocation, marks };
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

/** Resolves all EgressIPs: nodes, then pods. Reports invalid and suspicious input. */
export function resolveEgressIPs(manifests: readonly Manifest[], context: KindContext): ResolvedEgressIPs {
  const { cluster, report } = context;
  const placement = placeEgressIPs(manifests, context);
  const { placed, allocation, marks } = placement;
  const { namespaces, nodeByName } = cluster;
  const found = { marks, namespaces, nodeByName };
  if (cluster.nodes.length === 0) return { ...found, served: [], lock: { egressIPs: context.lock.egressIPs } };
  if (placed.length > 0) reportNodes(allocation, placed, report);
  const { egressIP } = context.configuration.release;
  reportPlacement(placed, allocation, report);
  reportMixedNextHops(placed, egressIP, report);
  const select = createSelection(cluster);
  const served = decideWinners(placed, ({ parsed }) => select(parsed), egressIP);
  reportSelection(served, context);
  reportPrimaryNetworks(served, namespaces, report);
  return { ...found, served, lock: lockPlacement(placement, context) };
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
export function lockPlacement({ placed, rejected, marks }: Placement, { lock }: KindContext): LockPart {
  const entries: [string, LockedEgressIP][] = placed.map(({ parsed: { name }, assignments }) => {
    const mark = marks.get(name);
    const addresses = assignments.map(({ address, node }): [string, LockedAddress] => [
      address.text,
      { address: { family: address.family, value: address.value, text: address.text }, node: node.name },
    ]);
    const sorted = addresses.sort(([a], [b]) => (a < b ? -1 : 1));
    return [name, { ...(mark === undefined ? {} : { mark }), addresses: new Map(sorted) }];
  });
  for (const { name } of rejected) {
    const locked = lock.egressIPs.get(name);
    if (locked) entries.push([name, locked]);
  }
  return { egressIPs: new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
}
