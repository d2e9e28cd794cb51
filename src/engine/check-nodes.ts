import { isDeepEqual } from '../std/deep-equal.js';
import type { QueryNode, Trace } from './node.js';
import type { Query } from './query.js';

/**
 * Runs the queries of nodes again. Throws if a result is not equal to the current one: then its query has read
 * something that was not recorded.
 */
export function checkNodes(
  nodes: readonly QueryNode[],
  run: (query: Query<unknown, unknown>, key: unknown) => Trace,
): void {
  for (const { task, key, current } of nodes) {
    if (!current || !('run' in task)) continue;
    // A query is only called with keys of its own.
    const again = run(task as Query<unknown, unknown>, key);
    if (!isDeepEqual(again.value, current.value) || !isDeepEqual(again.reports, current.reports))
      throw new Error(`the query ${task.name} has a result that differs from a new run: it reads what is not recorded`);
  }
}
