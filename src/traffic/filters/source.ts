import type { Pod } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';

/** Returns true if packets of a family may come from a pod. A pod with unknown addresses may have both. */
export function maySend({ addresses }: Pod, family: Family): boolean {
  return addresses.length === 0 || addresses.some((address) => address.family === family);
}
