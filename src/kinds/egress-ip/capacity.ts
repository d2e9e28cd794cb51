import type { Node } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';

/** How many egress addresses of all objects a node has. */
export interface Load {
  readonly node: Node;
  total: number;
  readonly byFamily: Record<Family, number>;
}

export interface FullCapacity {
  readonly key: 'ip' | 'ipv4' | 'ipv6';
  readonly limit: number;
}

export function createLoad(node: Node): Load {
  return { node, total: 0, byFamily: { IPv4: 0, IPv6: 0 } };
}

export function addToLoad(load: Load, family: Family): void {
  load.total++;
  load.byFamily[family]++;
}

/**
 * The capacity of a node that leaves no place for one more address of a family, or undefined. Each number of the
 * annotation limits what its name says (`ip`: both families together); one that is absent is no limit.
 */
export function findFullCapacity({ node, total, byFamily }: Load, family: Family): FullCapacity | undefined {
  const capacity = node.cloudEgress?.capacity ?? {};
  const key = family === 'IPv4' ? 'ipv4' : 'ipv6';
  const own = capacity[key];
  if (own !== undefined && byFamily[family] >= own) return { key, limit: own };
  return capacity.ip !== undefined && total >= capacity.ip ? { key: 'ip', limit: capacity.ip } : undefined;
}
