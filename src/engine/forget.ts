import { type QueryNode, WHOLE, removeReader } from './node.js';

/**
 * Forgets all queries, entries of maps and keys of relations that are not used, and older results of others. Other inputs
 * stay. Returns how many it has forgotten.
 */
export function forget(
  nodes: Map<QueryNode['task'], Map<unknown, QueryNode>>,
  oldest: number,
  isUsed: (node: QueryNode) => boolean,
): number {
  let count = 0;
  for (const [task, byKey] of nodes) {
    if (!('run' in task || 'keysOf' in task || byKey.has(WHOLE))) continue;
    for (const [key, node] of byKey) {
      if (key === WHOLE) continue;
      if (node.others.length > 0) node.others = node.others.filter(({ round }) => round >= oldest);
      if (isUsed(node)) continue;
      for (const read of node.current?.reads ?? []) removeReader(read, node);
      // Earlier results of other nodes may have been made from it. If one of them is valid again, it is read again.
      if (node.current) node.others = [node.current, ...node.others];
      node.current = undefined;
      node.state = 'stale';
      node.suspects = undefined;
      byKey.delete(key);
      count++;
    }
    if (byKey.size === 0) nodes.delete(task);
  }
  return count;
}

/** Returns the nodes that were asked for from outside, in a round or later. */
export function listAsked(
  nodes: Iterable<readonly [unknown, ReadonlyMap<unknown, QueryNode>]>,
  oldest: number,
): QueryNode[] {
  const asked: QueryNode[] = [];
  for (const [, byKey] of nodes) for (const node of byKey.values()) if (node.asked >= oldest) asked.push(node);
  return asked;
}
