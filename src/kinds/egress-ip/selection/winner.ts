import type { Pod } from '../../../model/cluster.js';
import type { EgressIPForms } from '../../../model/release.js';
import { memoize } from '../../../std/memoize.js';
import type { PlacedEgressIP } from '../placement/place.js';
import type { EgressIPSelection } from './selection.js';

/** An EgressIP with the pods that it serves, and those that another one serves in its place. */
export interface ServedEgressIP {
  readonly placed: PlacedEgressIP;
  readonly selection: EgressIPSelection;
  readonly pods: readonly Pod[];
  /** Pods on the network of their host that it serves, if the release does that. */
  readonly hostPods: readonly Pod[];
  /** EgressIP that serves them instead → pods, by names. */
  readonly lost: ReadonlyMap<PlacedEgressIP, readonly Pod[]>;
}

const NO_PODS: readonly Pod[] = [];
const NOTHING_LOST: ReadonlyMap<PlacedEgressIP, readonly Pod[]> = new Map();

/**
 * Decides for each pod which EgressIP serves it: the smallest name among those that select it and have an address on a
 * node. `placed` is in byte order of the names. OVN-Kubernetes uses the first that it processes. Any rule works that is
 * the same in all zones.
 */
export function decideWinners(
  placed: readonly PlacedEgressIP[],
  selectionOf: (placed: PlacedEgressIP) => EgressIPSelection,
  { servesHostPods }: EgressIPForms,
): ServedEgressIP[] {
  const hostWinners = new Set<Pod>();
  const takeHostPods = ({ onHostNetwork }: EgressIPSelection): readonly Pod[] => {
    if (!servesHostPods) return NO_PODS;
    const free = onHostNetwork.filter((pod) => !hostWinners.has(pod));
    for (const pod of free) hostWinners.add(pod);
    return free;
  };
  const winners = new Map<Pod, PlacedEgressIP>();
  const taken = new Set<EgressIPSelection>();
  // After a selection is taken, the winners of its pods are final.
  const lostOf = memoize((selection: EgressIPSelection) => groupByWinner(selection.pods, winners));
  return placed.map((one) => {
    const selection = selectionOf(one);
    if (one.assignments.length === 0)
      return { placed: one, selection, pods: NO_PODS, hostPods: NO_PODS, lost: NOTHING_LOST };
    // An earlier EgressIP with the same selection has taken all remaining pods.
    if (taken.has(selection))
      return { placed: one, selection, pods: NO_PODS, hostPods: NO_PODS, lost: lostOf(selection) };
    taken.add(selection);
    const isFree = (pod: Pod): boolean => !winners.has(pod);
    const isAlone = selection.pods.every(isFree);
    const pods = isAlone ? selection.pods : selection.pods.filter(isFree);
    const lost = isAlone ? NOTHING_LOST : groupByWinner(selection.pods, winners);
    for (const pod of pods) winners.set(pod, one);
    return { placed: one, selection, pods, hostPods: takeHostPods(selection), lost };
  });
}

function groupByWinner(
  pods: readonly Pod[],
  winners: ReadonlyMap<Pod, PlacedEgressIP>,
): ReadonlyMap<PlacedEgressIP, readonly Pod[]> {
  const groups = new Map<PlacedEgressIP, Pod[]>();
  for (const pod of pods) {
    const winner = winners.get(pod);
    if (!winner) continue;
    const group = groups.get(winner);
    if (group) group.push(pod);
    else groups.set(winner, [pod]);
  }
  return groups;
}
