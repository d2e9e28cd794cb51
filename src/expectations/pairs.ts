import type { Pod } from '../model/cluster.js';
import type { Gap } from '../model/gap.js';
import type { KnownPaths } from '../ovn-kubernetes/paths.js';
import { groupBy } from '../std/group-by.js';

/** Two pods, and the gaps of the inventory about the path between them. */
export interface PodPair {
  readonly from: Pod;
  readonly to: Pod;
  readonly missing: readonly Gap[];
}

/** A pair with a known path and one with an unknown path, if they exist. */
export interface FoundPairs {
  readonly known?: PodPair;
  readonly unknown?: PodPair;
}

/**
 * Finds pairs of different pods, because filters do not apply to packets of a pod to itself. Linear in the number of
 * pods.
 */
export function findPairs(senders: readonly Pod[], receivers: readonly Pod[], paths: KnownPaths): FoundPairs {
  const known = findKnown(senders, receivers, paths);
  const unknown = paths.incomplete.length === 0 ? undefined : findUnknown(senders, receivers, paths);
  return { ...(known ? { known } : {}), ...(unknown ? { unknown } : {}) };
}

/**
 * Returns a pair with a known path. Paths between fully known nodes are known. Other nodes know paths within their
 * zone, unless their own networks are unknown.
 */
function findKnown(senders: readonly Pod[], receivers: readonly Pod[], paths: KnownPaths): PodPair | undefined {
  const isWhole = ({ nodeName }: Pod): boolean => paths.knowledgeOf(nodeName).isWhole;
  const isKnown = (pair: PodPair): boolean => pair.missing.length === 0;
  const whole = pairsOf(firstOf(senders, isWhole), firstOf(receivers, isWhole), paths).find(isKnown);
  if (whole || paths.incomplete.length === 0) return whole;
  const byZone = groupBy(receivers, ({ nodeName }) => paths.knowledgeOf(nodeName).zone);
  for (const [zone, own] of groupBy(senders, ({ nodeName }) => paths.knowledgeOf(nodeName).zone)) {
    const isInZone = ({ nodeName }: Pod): boolean => paths.between(nodeName, nodeName).length === 0;
    const there = firstOf(byZone.get(zone) ?? [], isInZone);
    const found = pairsOf(firstOf(own, isInZone), there, paths).find(isKnown);
    if (found) return found;
  }
  return undefined;
}

function findUnknown(senders: readonly Pod[], receivers: readonly Pod[], paths: KnownPaths): PodPair | undefined {
  const isUnknown = (pair: PodPair): boolean => pair.missing.length > 0;
  const [from, to] = [mostUnknown(senders, paths), mostUnknown(receivers, paths)];
  return (
    pairsOf(from, ofZones(receivers, paths), paths).find(isUnknown) ??
    pairsOf(ofZones(senders, paths), to, paths).find(isUnknown)
  );
}

/** Returns pods on nodes whose own networks are unknown, or else on nodes that other zones may be unable to reach. */
function mostUnknown(pods: readonly Pod[], paths: KnownPaths): readonly Pod[] {
  const own = firstOf(pods, ({ nodeName }) => paths.between(nodeName, nodeName).length > 0);
  return own.length > 0 ? own : firstOf(pods, ({ nodeName }) => !paths.knowledgeOf(nodeName).isWhole);
}

/** Returns two pods of each of two zones. For any pod, one of them is another pod, or is in another zone. */
function ofZones(pods: readonly Pod[], paths: KnownPaths): readonly Pod[] {
  const zones = groupBy(pods, ({ nodeName }) => paths.knowledgeOf(nodeName).zone);
  return [...zones.values()].slice(0, 2).flatMap((own) => own.slice(0, 2));
}

function firstOf(pods: readonly Pod[], isMeant: (pod: Pod) => boolean): readonly Pod[] {
  const found: Pod[] = [];
  for (const pod of pods) {
    if (isMeant(pod)) found.push(pod);
    if (found.length === 2) break;
  }
  return found;
}

function pairsOf(senders: readonly Pod[], receivers: readonly Pod[], paths: KnownPaths): PodPair[] {
  return senders.flatMap((from) =>
    receivers
      .filter((to) => to !== from)
      .map((to) => ({ from, to, missing: paths.between(from.nodeName, to.nodeName) })),
  );
}
