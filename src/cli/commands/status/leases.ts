import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { LEASES, type LeaseStanding, readLeaseStanding } from '../../../clients/kubernetes/lease.js';
import { type Failure, fail } from '../../../model/change.js';
import { nameOf } from '../../../model/kubernetes-object.js';
import { CLUSTER_LEASE, NODE_LEASE } from '../reconcile/lease.js';

/** A Lease of the cluster or of a node. */
export interface HeldLease extends LeaseStanding {
  readonly name: string;
  /** Name of the target: `cluster` or `node <node>`. */
  readonly target: string;
}

/** Returns the Leases of appliers in a namespace. `now`: milliseconds since 1970. */
export async function readLeases(
  client: KubernetesClient,
  namespace: string,
  now: number,
): Promise<readonly HeldLease[] | Failure> {
  const found = await client.listAll(LEASES, { namespace });
  if (found.result !== 'ok') return found.result === 'failed' ? found : fail('the Leases cannot be listed', true);
  return found.value.flatMap((object) => {
    const { name } = nameOf(object);
    const target = targetOf(name);
    return target === undefined ? [] : [{ name, target, ...readLeaseStanding(object, now) }];
  });
}

/** Returns the name of the target of a Lease, or undefined for a Lease of another program. */
function targetOf(lease: string): string | undefined {
  if (lease === CLUSTER_LEASE) return 'cluster';
  return lease.startsWith(NODE_LEASE) ? `node ${lease.slice(NODE_LEASE.length)}` : undefined;
}
