import type { RequestedEgress } from '../model/requested-egress.js';
import { kinds } from './index.js';
import type { KindInput } from './contract/kind-context.js';
import { inputOf, isEnabled } from './contract/manifests-of.js';

/** Returns the source addresses that objects request, if the inventory has no nodes that could host them. */
export function collectRequestedEgress(input: KindInput): RequestedEgress[] {
  const { cluster, configuration } = input.context;
  if (cluster.nodes.length > 0) return [];
  return kinds.flatMap((kind) =>
    isEnabled(kind, configuration) ? (kind.placement?.requestedEgress?.(inputOf(kind, input)) ?? []) : [],
  );
}
