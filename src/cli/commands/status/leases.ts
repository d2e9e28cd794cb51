import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { LEASES, readLease } from '../../../clients/kubernetes/lease.js';
import type { Failure } from '../../../model/change.js';
import { nameOf } from '../../../model/kubernetes-object.js';

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

const CLUSTER = 'weir-cluster';
const NODE = 'weir-node-';

/** Returns the Leases of appliers in a namespace. `now`: milliseconds since 1970. */
export async function readLeases(
  client: KubernetesClient,
  namespace: string,
  now: number,
): Promise<readonly HeldLease[] | Failure> {
  const found = await client.listAll(LEASES, { namespace });
  if (found.result !== 'ok') {
    return found.result === 'failed'
      ? found
      : { result: 'failed', problems: ['the Leases cannot be listed'], transient: true };
  }
  return found.value.flatMap((object) => {
    const { name } = nameOf(object);
    const target = name === CLUSTER ? 'cluster' : name.startsWith(NODE) ? `node ${name.slice(NODE.length)}` : undefined;
    if (target === undefined) return [];
    const { holder, renewed, seconds = 0 } = readLease(object).record;
    const expired = holder !== '' && now > renewed + 1000 * seconds;
    return [{ name, target, holder, renewed: new Date(renewed).toISOString(), expired }];
  });
}
