import { writeYaml } from '../5-emit/yaml-text.js';
import { makeVisible } from '../diagnostics/visible.js';
import { pulledKinds } from '../inventory/kinds.js';
import { type InventoryFile, fileOf, pullInventory } from '../inventory/pull.js';
import { type ClientOptions, connectKubernetes } from '../kubernetes/client.js';
import { writeInventory } from '../output/write-inventory.js';

export interface InventoryOptions extends ClientOptions {
  readonly out: string;
}

/**
 * `weir inventory`: writes what the compiler reads of a cluster into a folder, one file a kind. Exit code 0, or 1 with
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
    for (const kind of inventory.notServed) process.stderr.write(`note: the cluster does not serve ${kind}\n`);
    const count = inventory.files.reduce((sum, { objects }) => sum + objects.length, 0);
    process.stderr.write(`${count} objects in ${files.length} files of ${out}\n`);
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
  for (const problem of problems) process.stderr.write(`error: ${makeVisible(problem)}\n`);
  return 1;
}
