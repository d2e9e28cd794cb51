import type { KubernetesClient } from '../../clients/kubernetes/client.js';
import { type Failure, fail } from '../../model/change.js';
import { retainObjects } from './reduce.js';
import { type PulledKind, pulledKinds } from './kinds.js';
import { listCounted } from './shortage.js';
import type { JsonObject } from '../../std/json.js';

/** Objects of one kind, for a separate file. */
export interface InventoryFile {
  /** Path in the inventory's folder. */
  readonly path: string;
  readonly objects: readonly JsonObject[];
}

export interface Inventory {
  readonly result: 'ok';
  readonly files: readonly InventoryFile[];
  /** Kinds without a CRD in the cluster. */
  readonly notServed: readonly string[];
}

/**
 * Reads the objects of these kinds that the compiler uses. Fails as a whole, because an incomplete inventory would move
 * addresses. `isFirst`: no earlier inventory is there to be compared with, so each list is compared with the number of
 * objects.
 */
export async function pullInventory(
  client: KubernetesClient,
  kinds: readonly PulledKind[] = pulledKinds,
  isFirst = true,
): Promise<Inventory | Failure> {
  const files: InventoryFile[] = [];
  const notServed: string[] = [];
  for (const pulled of kinds) {
    const found = await client.findResource(pulled.apiVersion, pulled.kind);
    if (found.result === 'failed') return found;
    if (found.result === 'missing') {
      notServed.push(titleOfKind(pulled));
      continue;
    }
    const list = (): ReturnType<KubernetesClient['listAll']> => client.listAll(found.value);
    const listed = isFirst ? await listCounted(client, found.value, list, ({ length }) => length) : await list();
    if (listed.result === 'failed') return listed;
    if (listed.result !== 'ok') return fail(`cannot list ${found.value.plural}`, true);
    files.push({ path: fileOf(pulled.kind), objects: retainObjects(listed.value, pulled) });
  }
  return asInventory(files, notServed);
}

/** Returns an inventory, or a failure if it is not that of a cluster. */
export function asInventory(files: readonly InventoryFile[], notServed: readonly string[]): Inventory | Failure {
  // Every cluster has nodes, so a server without them is not a cluster.
  if (!files.some(({ path, objects }) => path === fileOf('Node') && objects.length > 0)) {
    return fail('no nodes found: not a cluster, or no permission to list them');
  }
  return { result: 'ok', files, notServed };
}

/** Returns the name of a kind that is not served, for messages. */
export function titleOfKind({ apiVersion, kind }: PulledKind): string {
  return `${kind} of ${apiVersion}`;
}

/** Returns the file name of a kind, for example `egressip.yaml`. */
export function fileOf(kind: string): string {
  return `${kind.toLowerCase()}.yaml`;
}
