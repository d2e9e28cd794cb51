import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { LEASES, readLease } from '../../../clients/kubernetes/lease.js';
import { type Failure, fail } from '../../../model/change.js';
import { nameOf } from '../../../model/kubernetes-object.js';
import { CLUSTER_LEASE, NODE_LEASE } from '../reconcile/lease.js';

/** A Lease of the cluster or of a node. */
export interface HeldLease {
  readonly name: string;
  /** Name of the target: `cluster` or `node <node>`. */
  readonly target: string;
  /** Identity of the holder, '' if it was released. */
  readonly holder: string;
  /** Time of the last renewal, by the clock of the holder. */
  readonly renewed: string;
  /** True if the time of the holder is over, by the clock of this machine. */
  readonly expired: boolean;
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
    if (target === undefined) return [];
    const { holder, renewed, seconds = 0 } = readLease(object).record;
    const expired = holder !== '' && now > renewed + 1000 * seconds;
    return [{ name, target, holder, renewed: new Date(renewed).toISOString(), expired }];
  });
}

/** Returns the name of the target of a Lease, or undefined for a Lease of another program. */
function targetOf(lease: string): string | undefined {
  if (lease === CLUSTER_LEASE) return 'cluster';
  return lease.startsWith(NODE_LEASE) ? `node ${lease.slice(NODE_LEASE.length)}` : undefined;
}
