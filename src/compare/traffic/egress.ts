import { titleOf } from '../../model/kubernetes-object.js';
import { groupBy } from '../../std/group-by.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Both, Side } from '../../traffic/side.js';
import type { Egress, EgressChange } from '../../traffic/change.js';
import type { EgressIntent } from '../../traffic/collect-traffic.js';
import { type OwnedSegment, finishEgress } from '../../traffic/egress.js';
import { sameEgress } from '../../traffic/same.js';
import { type PodEgressSegment, createPodFinder, segmentsOf } from '../../traffic/egress-segments.js';
import { sameList } from '../../std/same-items.js';

/** Returns the pods of both sides whose source addresses or next hops change, grouped by change. */
export function compareEgress(intents: Both<readonly EgressIntent[]>, sides: Both<Side>): EgressChange[] {
  const find = { before: createSegmentFinder(sides.before), after: createSegmentFinder(sides.after) };
  const concerned = podsOfChanges(intents, find, createIntentCheck(sides));
  if (concerned.size === 0) return [];
  const egress = {
    before: egressOf(intents.before, concerned, find.before),
    after: egressOf(intents.after, concerned, find.after),
  };
  const earlier = findPods(sides.before.cluster, concerned);
  const changes = new Map<string, { readonly pods: Pod[] } & Both<Egress>>();
  for (const [id, pod] of findPods(sides.after.cluster, concerned)) {
    const old = earlier.get(id);
    if (!old) continue;
    const before = finishEgress(egress.before.get(id), old, sides.before.configuration);
    const after = finishEgress(egress.after.get(id), pod, sides.after.configuration);
    if (leavesAlike(before, after)) continue;
    const key = JSON.stringify([before, after]);
    const change = changes.get(key);
    if (change) change.pods.push(pod);
    else changes.set(key, { pods: [pod], before, after });
  }
  return [...changes.values()];
}

type FindSegments = (intent: EgressIntent) => readonly PodEgressSegment[];

function createSegmentFinder(side: Side): FindSegments {
  const findPod = createPodFinder(side.cluster);
  return (intent) => segmentsOf(intent, findPod);
}

/**
 * Creates a test for two intents with the same effect, one of each side. The effect of a `route` also depends on the
 * configuration.
 */
function createIntentCheck({ before: { configuration: old }, after: { configuration: now } }: Both<Side>) {
  const isAlike =
    old.disableSnatMultipleGateways === now.disableSnatMultipleGateways && old.gatewayMode === now.gatewayMode;
  return (a: EgressIntent, b: EgressIntent): boolean => sameEgress(a, b) && (isAlike || a.effect !== 'route');
}

/** Returns the pods, as `<namespace>/<name>`, of all intents that differ between the sides. */
function podsOfChanges(
  { before, after }: Both<readonly EgressIntent[]>,
  find: Both<FindSegments>,
  same: typeof sameEgress,
): Set<string> {
  const [left, right] = [groupBy(before, ownerOf), groupBy(after, ownerOf)];
  const concerned = new Set<string>();
  for (const owner of new Set([...left.keys(), ...right.keys()])) {
    const [old, now] = [left.get(owner) ?? [], right.get(owner) ?? []];
    if (sameList(old, now, same)) continue;
    for (const { pod } of old.flatMap(find.before)) concerned.add(idOf(pod));
    for (const { pod } of now.flatMap(find.after)) concerned.add(idOf(pod));
  }
  return concerned;
}

function egressOf(
  intents: readonly EgressIntent[],
  concerned: ReadonlySet<string>,
  findSegments: FindSegments,
): Map<string, OwnedSegment[]> {
  const segments = new Map<string, OwnedSegment[]>();
  for (const intent of intents) {
    for (const { pod, segment } of findSegments(intent)) {
      const id = idOf(pod);
      if (!concerned.has(id)) continue;
      const own = segments.get(id);
      const owned = { ...segment, owner: ownerOf(intent) };
      if (own) own.push(owned);
      else segments.set(id, [owned]);
    }
  }
  return segments;
}

/** Returns true if source addresses and next hops are equal. The owners do not affect packets. */
function leavesAlike(a: Egress, b: Egress): boolean {
  const same = (one: string, other: string): boolean => one === other;
  return sameList(a.sources, b.sources, same) && sameList(a.hops, b.hops, same);
}

function findPods({ podsByNamespace }: Cluster, wanted: ReadonlySet<string>): Map<string, Pod> {
  const found = new Map<string, Pod>();
  for (const pods of podsByNamespace.values()) {
    for (const pod of pods) if (wanted.has(idOf(pod))) found.set(idOf(pod), pod);
  }
  return found;
}

function idOf({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

function ownerOf({ cause: { kind, namespace, name } }: EgressIntent): string {
  return titleOf(kind, { namespace, name });
}
