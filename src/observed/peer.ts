import type { Pod, Service } from '../model/cluster.js';
import type { CanonicalAddress } from '../net/address.js';

/** A source or destination of observed flows. */
export type ObservedPeer =
  /** Pods of a workload that are treated alike. `pod` is one of them. */
  | { readonly type: 'pods'; readonly namespace: string; readonly workload: string; readonly pod: Pod }
  | { readonly type: 'service'; readonly service: Service; readonly address: CanonicalAddress }
  | { readonly type: 'node'; readonly node: string; readonly address: CanonicalAddress }
  /** An address outside the networks of the cluster. */
  | { readonly type: 'outside'; readonly address: CanonicalAddress }
  /** An address of a network of the cluster that no object of the inventory has. */
  | { readonly type: 'unmapped'; readonly address: CanonicalAddress };

/** Formats a peer: `shop/web`, `shop/db[Service]`, `node worker-a`, or an address. */
export function formatPeer(peer: ObservedPeer): string {
  switch (peer.type) {
    case 'pods':
      return `${peer.namespace}/${peer.workload}`;
    case 'service':
      return `${peer.service.namespace}/${peer.service.name}[Service]`;
    case 'node':
      return `node ${peer.node}`;
    case 'outside':
    case 'unmapped':
      return peer.address.text;
  }
}

/** Returns the workload of a pod as a peer of a query: `web[Deployment]`, or its name if nothing owns it. */
export function formatWorkload({ workload, name }: Pod): string {
  return workload ? `${workload.name}[${workload.kind}]` : name;
}
