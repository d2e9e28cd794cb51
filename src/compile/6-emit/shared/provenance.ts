import { titleOf } from '../../../model/kubernetes-object.js';
import type { Cause } from '../../../model/intent/cause.js';
import { compareText } from '../../../std/compare-text.js';
import { inOrder } from '../../../std/in-order.js';

/** Returns a resource as in the index: `<kind> <namespace>/<name>`, or `<kind> <name>` for a cluster-wide one. */
export function resourceText({ kind, namespace, name }: Pick<Cause, 'kind' | 'namespace' | 'name'>): string {
  return titleOf(kind, { namespace, name });
}

/** Counts items by type, in byte order of the types. */
export function countBy<T>(items: readonly T[], sortOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const sort = sortOf(item);
    counts.set(sort, (counts.get(sort) ?? 0) + 1);
  }
  return sortedCounts(counts);
}

/** Returns counts in byte order of their keys. */
export function sortedCounts(counts: ReadonlyMap<string, number>): Record<string, number> {
  const sorted: Record<string, number> = {};
  for (const sort of inOrder([...counts.keys()], compareText)) sorted[sort] = counts.get(sort) ?? 0;
  return sorted;
}
