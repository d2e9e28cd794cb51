import { nameOf } from '../../../model/kubernetes-object.js';
import { type JsonObject, asList, asObject } from '../../../std/json.js';
import { memoizeWeak } from '../../../std/memoize.js';
import { type Inventory, fileOf } from '../../inventory/pull.js';
import type { InventorySource } from '../inventory-source.js';
import type { Prober } from './prober.js';
import { findProbeTargets } from './targets.js';

/**
 * Creates a source whose nodes are also probed. An unreachable node has the condition that the node controller will give
 * it: `Ready` is `Unknown`.
 */
export function createProbedSource(source: InventorySource, prober: Prober): InventorySource {
  let unreachable: readonly string[] = [];
  return {
    read: async (before) => {
      const found = await source.read(before);
      if (found.result === 'failed') return found;
      unreachable = await prober.watch(findProbeTargets(found.inventory));
      return { ...found, inventory: markNodes(found.inventory, new Set(unreachable)) };
    },
    follow: (ring) => {
      source.follow?.(ring);
      prober.follow(() => {
        ring(true);
      });
    },
    unreachable: () => unreachable,
    close: () => {
      prober.close();
      source.close();
    },
  };
}

function markNodes(inventory: Inventory, unreachable: ReadonlySet<string>): Inventory {
  if (unreachable.size === 0) return inventory;
  const mark = (node: JsonObject): JsonObject => (unreachable.has(nameOf(node).name) ? asUnreachable(node) : node);
  const files = inventory.files.map((file) =>
    file.path === fileOf('Node') ? { ...file, objects: file.objects.map(mark) } : file,
  );
  return { ...inventory, files };
}

/** The same for the same object, so that what was compiled of it is known. */
const asUnreachable = memoizeWeak((node: JsonObject): JsonObject => {
  const status = asObject(node.status) ?? {};
  const others = asList(status.conditions).filter((condition) => asObject(condition)?.type !== 'Ready');
  return { ...node, status: { ...status, conditions: [...others, { type: 'Ready', status: 'Unknown' }] } };
});
