import type { CloudEgress, Node } from '../../../model/cluster.js';
import { isCloud } from '../../../cloud/platform.js';
import type { Family } from '../../../net/address.js';

/** Number of egress addresses of all objects on a node. */
export interface Load {
  readonly node: Node;
  /** Maximum number of addresses, for each family and in total. If unset, no limit. */
  readonly capacity: CloudEgress['capacity'];
  total: number;
  readonly byFamily: Record<Family, number>;
}

export interface FullCapacity {
  readonly key: 'ip' | 'ipv4' | 'ipv6';
  readonly limit: number;
}

/** Returns a node without addresses. Only a cloud limits how many it may have (OVN-Kubernetes). */
export function createLoad(node: Node, platform: string): Load {
  const capacity = isCloud(platform) ? (node.cloudEgress?.capacity ?? {}) : {};
  return { node, capacity, total: 0, byFamily: { IPv4: 0, IPv6: 0 } };
}

/** Returns a copy of the load that can be changed independently. */
export function copyLoad({ node, capacity, total, byFamily: { IPv4, IPv6 } }: Load): Load {
  return { node, capacity, total, byFamily: { IPv4, IPv6 } };
}

export function addToLoad(load: Load, family: Family): void {
  load.total++;
  load.byFamily[family]++;
}

/**
 * Returns the capacity of a node that is exhausted for a family, or undefined. Each number of the annotation limits
 * what its name says (`ip`: both families together). A missing number is no limit.
 */
export function findFullCapacity({ capacity, total, byFamily }: Load, family: Family): FullCapacity | undefined {
  const key = family === 'IPv4' ? 'ipv4' : 'ipv6';
  const own = capacity[key];
  if (own !== undefined && byFamily[family] >= own) return { key, limit: own };
  return capacity.ip !== undefined && total >= capacity.ip ? { key: 'ip', limit: capacity.ip } : undefined;
}
