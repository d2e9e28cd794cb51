import type { CloudEgress } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';

type Key = keyof CloudEgress['capacity'];

/** Free slots of one node under one limit: those free from the start, then those that operations release. */
interface Pool {
  free: number;
  readonly left: string[];
  taken: number;
}

/** Slots of all nodes for addresses. */
export interface Slots {
  /** Returns true if the node currently has a slot for an address of the family. */
  readonly hasPlace: (node: string, family: Family) => boolean;
  /** Takes a slot. Returns the ids of the operations that must precede, each once. */
  readonly take: (node: string, family: Family) => string[];
  /** Releases a slot by an operation. */
  readonly leave: (node: string, family: Family, operation: string) => void;
}

/**
 * Creates the slots of all nodes. `limits` are their capacities, and `held` are their current addresses. A node without
 * limits always has a slot.
 */
export function openSlots(
  limits: ReadonlyMap<string, CloudEgress['capacity']>,
  held: readonly { readonly node: string; readonly family: Family }[],
): Slots {
  const pools = new Map<string, Pool>();
  for (const [node, capacity] of limits) {
    for (const key of ['ipv4', 'ipv6', 'ip'] as const) {
      const limit = capacity[key];
      if (limit !== undefined) pools.set(`${node} ${key}`, { free: limit, left: [], taken: 0 });
    }
  }
  const poolsOf = (node: string, family: Family): Pool[] =>
    keysOf(family).flatMap((key) => pools.get(`${node} ${key}`) ?? []);
  for (const { node, family } of held) for (const pool of poolsOf(node, family)) pool.free--;
  return {
    hasPlace: (node, family) => poolsOf(node, family).every((pool) => pool.free > 0 || pool.taken < pool.left.length),
    take: (node, family) => {
      const operations = poolsOf(node, family).flatMap((pool) => {
        if (pool.free > 0) {
          pool.free--;
          return [];
        }
        return pool.left[pool.taken++] ?? [];
      });
      return [...new Set(operations)];
    },
    leave: (node, family, operation) => {
      for (const pool of poolsOf(node, family)) {
        // A node above its limit must first get down to it.
        if (pool.free < 0) pool.free++;
        else pool.left.push(operation);
      }
    },
  };
}

/** Returns the limits that an address of a family counts towards. */
export function keysOf(family: Family): readonly [Key, Key] {
  return [family === 'IPv4' ? 'ipv4' : 'ipv6', 'ip'];
}
