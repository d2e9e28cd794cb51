import type { Cluster, Pod } from '../../model/cluster.js';

/** Pods of a namespace that external gateways serve: on the pod network, scheduled, not ended, with an address, ready or not. */
export function targetsIn(namespace: string, { podsByNamespace }: Cluster): readonly Pod[] {
  return (podsByNamespace.get(namespace) ?? []).filter(
    (pod) => !pod.hostNetwork && !pod.completed && pod.nodeName !== '' && pod.addresses.length > 0,
  );
}

/**
 * Returns true if a policy routes such a pod. Policies use the addresses of `status.podIPs` only. Annotated gateways
 * use those of the pod's logical port, which exist before the status (OVN-Kubernetes).
 */
export function isRoutedByPolicy({ podIPs }: Pod): boolean {
  return podIPs.length > 0;
}
