import { kinds } from '../kinds/index.js';
import type { KindInput } from '../kinds/contract/kind-context.js';
import type { NodeLoss } from '../kinds/contract/kind-placement.js';
import { inputOf, isEnabled } from '../kinds/contract/manifests-of.js';
import type { LossData } from './data.js';

/** Returns the impact of losing each node that hosts something, as by `weir whatif`. */
export function collectLosses(input: KindInput): LossData[] {
  const found = kinds.flatMap((kind): readonly NodeLoss[] => {
    if (!kind.placement || !isEnabled(kind, input.context.configuration)) return [];
    return kind.placement.whatIf(inputOf(kind, input), (nodes) => nodes).losses;
  });
  const byNode = new Map<string, { has: string[]; stranded: { name: string; reason: string }[] }>();
  for (const { node, has, stranded } of found) {
    const known = byNode.get(node) ?? { has: [], stranded: [] };
    known.has.push(has);
    known.stranded.push(...stranded);
    byNode.set(node, known);
  }
  return [...byNode].sort(([a], [b]) => (a < b ? -1 : 1)).map(([node, { has, stranded }]) => ({ node, has, stranded }));
}
