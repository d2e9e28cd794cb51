import type { Allocation } from '../placement/allocation.js';
import { findFullCapacity } from '../placement/capacity.js';
import type { PlacedEgressIP } from '../placement/place.js';

/** Maximum number of addresses for which another order is tried. */
const MAX_ADDRESSES = 64;

/**
 * Returns true if another placement order would give every address of an EgressIP a node. Computed as a matching of
 * addresses and nodes by augmenting paths (Kuhn). The other EgressIPs stay in place.
 */
export function couldPlaceAll({ parsed, assignments }: PlacedEgressIP, allocation: Allocation): boolean {
  if (parsed.addresses.length > MAX_ADDRESSES) return false;
  const own = new Set(assignments.map(({ node }) => node.name));
  const choices = parsed.addresses.map((address) => {
    const owner = allocation.owners.get(address.text);
    if (owner && owner.name !== parsed.name) return [];
    return allocation.poolOf(allocation.findHosts(address)).loads.flatMap((load) => {
      const isFree = own.has(load.node.name) || !findFullCapacity(load, address.family);
      return isFree ? [load.node.name] : [];
    });
  });
  const holder = new Map<string, number>();
  const augment = (index: number, visited: Set<string>): boolean => {
    for (const node of choices[index] ?? []) {
      if (visited.has(node)) continue;
      visited.add(node);
      const current = holder.get(node);
      if (current === undefined || augment(current, visited)) {
        holder.set(node, index);
        return true;
      }
    }
    return false;
  };
  return choices.every((_, index) => augment(index, new Set()));
}
