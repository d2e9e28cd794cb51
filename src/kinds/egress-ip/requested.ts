import type { Pod } from '../../model/cluster.js';
import type { RequestedEgress } from '../../model/requested-egress.js';
import { causeOf } from '../shared/cause.js';
import type { KindInput } from '../contract/kind-context.js';
import { parseEgressIPs } from './parse.js';
import { indexPods } from '../../selectors/pods.js';

/** Returns the addresses that EgressIPs request for pods. If several EgressIPs select a pod, the smallest name wins. */
export function listRequestedEgress({ manifests, context }: KindInput): RequestedEgress[] {
  const { namespaces, podsByNamespace } = context.cluster;
  const { find } = indexPods(namespaces, podsByNamespace);
  const taken = new Set<Pod>();
  return parseEgressIPs(manifests, context).sound.map((parsed) => {
    const query = { namespaces: parsed.namespaces, pods: parsed.pods, withHostNetwork: false };
    const pods = find(query).filter((pod) => !taken.has(pod));
    for (const pod of pods) taken.add(pod);
    return { pods, addresses: parsed.addresses, cause: causeOf(parsed.manifest, '/spec') };
  });
}
