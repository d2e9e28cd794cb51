import type { Pod } from '../../model/cluster.js';
import { readAddress } from '../../net/address.js';

/** The namespaces of the cluster's DNS servers. */
export const DNS_NAMESPACES = ['kube-system', 'openshift-dns'];

/** Ports of DNS servers: CoreDNS, and the pods of OpenShift's DNS operator. */
export const DNS_PORTS: readonly number[] = [53, 5353];

/** `k8s-app` of the pods that answer at NODE_LOCAL_ADDRESSES on every node (Kubernetes: NodeLocal DNSCache). */
export const NODE_LOCAL = 'node-local-dns';
export const NODE_LOCAL_ADDRESSES = ['169.254.20.10'].flatMap((text) => readAddress(text) ?? []);

const APPLICATIONS: ReadonlySet<string> = new Set(['kube-dns', 'coredns', NODE_LOCAL]);

/** Returns true if a pod of one of those namespaces is a DNS server that has not ended. */
export function isDNSServer({ labels, completed }: Pod): boolean {
  return (
    !completed &&
    (APPLICATIONS.has(labels['k8s-app'] ?? '') || Object.hasOwn(labels, 'dns.operator.openshift.io/daemonset-dns'))
  );
}
