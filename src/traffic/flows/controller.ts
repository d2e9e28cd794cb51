import type { Pod } from '../../model/cluster.js';
import type { Cause } from '../../model/intent/cause.js';
import { groupBy } from '../../std/group-by.js';
import { transportOfPorts } from '../filters/transport-range.js';
import { type TransportSet, mergeTransport } from '../filters/transport-set.js';
import type { PolicyModel } from '../policies/model.js';
import { type PodEnd, splitEnd } from './ends.js';

/** TCP ports that an ingress controller connects to, and the objects that cause it. */
export interface Requested {
  readonly transport: TransportSet;
  readonly causes: readonly Cause[];
}

/** All ingress controllers as one: the pod that represents them, and the ports of pods that they connect to. */
export interface FlowController {
  readonly pod: Pod;
  readonly requested: ReadonlyMap<Pod, readonly { readonly number: number; readonly causes: readonly Cause[] }[]>;
}

/** Finds the connections of ingress controllers to a workload: one result if they are equal for all of its pods. */
export function findRequests(
  end: PodEnd,
  { requested }: FlowController,
  { viewOf }: PolicyModel,
): { readonly end: PodEnd; readonly requested: Requested }[] {
  const groups = groupBy(end.pods, (pod) => (requested.get(pod) ?? []).map(({ number }) => number).join());
  const ends = groups.size === 1 ? [end] : splitEnd(end, viewOf);
  return ends.flatMap((one) => {
    const ports = one.pods.slice(0, 1).flatMap((pod) => requested.get(pod) ?? []);
    if (ports.length === 0) return [];
    const ranges = ports.flatMap(({ number }) => transportOfPorts({ protocol: 'TCP', first: number, last: number }));
    const causes = [...new Set(ports.flatMap((port) => port.causes))];
    return [{ end: one, requested: { transport: mergeTransport(ranges), causes } }];
  });
}
