import { writeYaml } from '../../compile/6-emit/yaml-text.js';
import { printNote } from '../print.js';
import { pulledKinds } from '../inventory/kinds.js';
import { type InventoryFile, fileOf, pullInventory } from '../inventory/pull.js';
import { type ClientOptions, connectKubernetes } from '../../clients/kubernetes/client.js';
import { writeInventory } from '../../rendered/write-inventory.js';

export interface InventoryOptions extends ClientOptions {
  readonly out: string;
}

/**
 * `weir inventory`: writes what the compiler reads of a cluster into a folder, one file per kind. Exit code 0, or 1 with
 * the folder as it was.
 */
export async function inventoryCommand({ out, ...selection }: InventoryOptions): Promise<number> {
  const client = connectKubernetes(selection);
  if ('result' in client) return refuse(client.problems);
  try {
    const inventory = await pullInventory(client);
    if (inventory.result === 'failed') return refuse(inventory.problems);
    const files = inventory.files.map((file) => ({ path: file.path, text: renderFile(file) }));
    const ours = new Set(pulledKinds.map(({ kind }) => fileOf(kind)));
    const problem = writeInventory(out, files, (path) => ours.has(path));
    if (problem !== undefined) return refuse([problem]);
    for (const kind of inventory.notServed) printNote(`note: the cluster does not serve ${kind}`);
    const count = inventory.files.reduce((sum, { objects }) => sum + objects.length, 0);
    printNote(`${count} objects in ${files.length} files of ${out}`);
    return 0;
  } finally {
    client.close();
  }
}

/** A file without objects says that there are none. */
function renderFile({ objects }: InventoryFile): string {
  return objects.map((object) => `---\n${writeYaml(object, 0)}\n`).join('') || '# none\n';
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printNote(`error: ${problem}`);
  return 1;
}
