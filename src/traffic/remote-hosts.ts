import type { Pod } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { once } from '../std/memoize.js';
import type { EgressIntent } from './collect-traffic.js';
import { egressPathsOf } from './egress.js';
import { createPodFinder, segmentsOf } from './egress-segments.js';
import type { Side } from './side.js';

/**
 * Creates a function that returns the families in which all packets of a pod that leave the cluster pass hosts of other
 * zones. The index is built at the first call.
 */
export function createRemoteHostFinder(
  egress: readonly EgressIntent[],
  { cluster, configuration }: Pick<Side, 'cluster' | 'configuration'>,
): (pod: Pod) => readonly Family[] {
  const findPod = createPodFinder(cluster);
  const index = once(() =>
    groupBy(
      egress.flatMap((intent) => segmentsOf(intent, findPod)),
      ({ pod }) => pod,
    ),
  );
  const zoneOf = (node: string): string | undefined => cluster.nodeByName.get(node)?.zone;
  return (pod) => {
    const segments = (index().get(pod) ?? []).map(({ segment }) => ({ ...segment, owner: '' }));
    const zone = zoneOf(pod.nodeName);
    return egressPathsOf(segments, pod, configuration).flatMap(({ family, hops }) => {
      const isRemote = hops.every(({ hostOf }) => hostOf !== undefined && zoneOf(hostOf) !== zone);
      return hops.length > 0 && isRemote ? [family] : [];
    });
  };
}
