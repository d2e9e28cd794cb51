import type { KubernetesClient } from '../../clients/kubernetes/client.js';
import { type Failure, fail } from '../../model/change.js';
import { retainObjects } from './reduce.js';
import { type PulledKind, pulledKinds } from './kinds.js';
import type { JsonObject } from '../../std/json.js';

/** The objects of one kind, for a file of their own. */
export interface InventoryFile {
  /** In the inventory's folder. */
  readonly path: string;
  readonly objects: readonly JsonObject[];
}

export interface Inventory {
  readonly result: 'ok';
  readonly files: readonly InventoryFile[];
  /** Kinds whose CRD the cluster does not have. */
  readonly notServed: readonly string[];
}

/** Reads what the compiler reads of a cluster, of these kinds. Fails as a whole: half an inventory would move addresses. */
export async function pullInventory(
  client: KubernetesClient,
  kinds: readonly PulledKind[] = pulledKinds,
): Promise<Inventory | Failure> {
  const files: InventoryFile[] = [];
  const notServed: string[] = [];
  for (const pulled of kinds) {
    const found = await client.findResource(pulled.apiVersion, pulled.kind);
    if (found.result === 'failed') return found;
    if (found.result === 'missing') {
      notServed.push(`${pulled.kind} of ${pulled.apiVersion}`);
      continue;
    }
    const listed = await client.listAll(found.value);
    if (listed.result === 'failed') return listed;
    if (listed.result !== 'ok') return fail(`cannot list ${found.value.plural}`, true);
    files.push({ path: fileOf(pulled.kind), objects: retainObjects(listed.value, pulled) });
  }
  // Every cluster has nodes: a server without them is another one.
  if (!files.some(({ path, objects }) => path === fileOf('Node') && objects.length > 0)) {
    return fail('no nodes found: not a cluster, or no permission to list them');
  }
  return { result: 'ok', files, notServed };
}

/** Returns the file name of a kind, for example `egressip.yaml`. */
export function fileOf(kind: string): string {
  return `${kind.toLowerCase()}.yaml`;
}
