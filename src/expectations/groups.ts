import type { Pod } from '../model/cluster.js';
import { groupBy } from '../std/group-by.js';
import { type TransportSet, NO_TRANSPORT, uniteTransport } from '../traffic/filters/transport-set.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { Group } from './group.js';
import type { PeerMembers } from './members.js';
import type { ExpectationContext } from './world.js';

/** Groups pods that neither rules nor the `allowed` peers distinguish. */
export function groupPods(
  { pods }: Pick<PeerMembers, 'pods'>,
  allowed: readonly PeerMembers[],
  { model, allGroups }: Pick<ExpectationContext, 'model' | 'allGroups'>,
): Group[] {
  const ofAll = allowed.filter((one) => one.pods === 'all').map(({ transport }) => transport);
  const common = ofAll.reduce(uniteTransport, NO_TRANSPORT);
  const own = collectAllowed(allowed, common);
  const touched = new Set(Array.from(own.keys(), (pod) => model.classOf.get(pod)));
  const groups = pods === 'all' ? allGroups() : groupsOf(pods, model.classOf);
  const found: Group[] = [];
  // An expectation does not mention most classes of a large cluster, so their groups are reused.
  for (const group of groups) {
    const { podClass } = group;
    if (touched.has(podClass)) found.push(...divide(group, own, common));
    else found.push(common.length === 0 ? group : { podClass, pods: group.pods, allowed: common });
  }
  return found;
}

/** Splits the pods of a group by their allowed transport. */
function divide({ podClass, pods }: Group, own: ReadonlyMap<Pod, TransportSet>, common: TransportSet): Group[] {
  const parts = groupBy(pods, (pod) => textOf(own.get(pod) ?? common));
  return [...parts.values()].map((part) => {
    const [first] = part;
    return { podClass, pods: part, allowed: (first && own.get(first)) ?? common };
  });
}

/** Returns the allowed transport of each pod that is named. */
function collectAllowed(allowed: readonly PeerMembers[], common: TransportSet): ReadonlyMap<Pod, TransportSet> {
  const own = new Map<Pod, TransportSet>();
  for (const { pods, transport } of allowed) {
    if (pods === 'all') continue;
    for (const pod of pods) own.set(pod, uniteTransport(own.get(pod) ?? common, transport));
  }
  return own;
}

function groupsOf(pods: readonly Pod[], classOf: ReadonlyMap<Pod, PodClass>): Group[] {
  const classes = new Map<PodClass, Pod[]>();
  for (const pod of pods) {
    const podClass = classOf.get(pod);
    if (!podClass) continue;
    const known = classes.get(podClass);
    if (known) known.push(pod);
    else classes.set(podClass, [pod]);
  }
  return Array.from(classes, ([podClass, members]) => ({ podClass, pods: members, allowed: NO_TRANSPORT }));
}

function textOf(set: TransportSet): string {
  return set.map(({ first, end }) => `${first}-${end}`).join();
}
