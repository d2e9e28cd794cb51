import type { Pod } from '../../model/cluster.js';
import type { RequestedEgress } from '../../model/requested-egress.js';
import { causeOf } from '../cause.js';
import type { KindInput } from '../kind.js';
import { parseEgressIPs } from './parse.js';
import { createSelection } from './selection/selection.js';

/** Returns the addresses that EgressIPs request for pods; of several EgressIPs for a pod that with the smallest name counts. */
export function listRequestedEgress({ manifests, context }: KindInput): RequestedEgress[] {
  const select = createSelection(context.cluster);
  const taken = new Set<Pod>();
  return parseEgressIPs(manifests, context).sound.map((parsed) => {
    const pods = select(parsed).pods.filter((pod) => !taken.has(pod));
    for (const pod of pods) taken.add(pod);
    return { pods, addresses: parsed.addresses, cause: causeOf(parsed.manifest, '/spec') };
  });
}
