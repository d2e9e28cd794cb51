import type { Cluster, Pod } from '../../model/cluster.js';

/** Pods of a namespace that external gateways serve: on the pod network, scheduled, not ended, with an address, ready or not. */
export function targetsIn(namespace: string, { podsByNamespace }: Cluster): readonly Pod[] {
  return (podsByNamespace.get(namespace) ?? []).filter(
    (pod) => !pod.hostNetwork && !pod.completed && pod.nodeName !== '' && pod.addresses.length > 0,
  );
}
