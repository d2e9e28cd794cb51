import { writeYaml } from '../../compile/6-emit/yaml-text.js';
import { printLines, printNote } from '../print.js';
import { readInventoryFiles, readMustGather, sortInventory } from '../inventory/dump.js';
import { pulledKinds } from '../inventory/kinds.js';
import { type Inventory, type InventoryFile, fileOf, pullInventory } from '../inventory/pull.js';
import { type ClientOptions, connectKubernetes } from '../../clients/kubernetes/client.js';
import type { Failure } from '../../model/change.js';
import { type InventoryText, writeInventory } from '../../rendered/write-inventory.js';
import { countInventory, findInventoryProblem } from '../live/inventory-problem.js';
import { describeRenewal } from '../inventory/renewal.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';

export interface InventoryOptions extends ClientOptions {
  /** The folder of the inventory. */
  readonly out: string;
  /** Whether the folder holds a snapshot that is to be renewed: what has changed is printed. */
  readonly refresh?: boolean;
  /** A folder that `oc adm must-gather` has made, in place of a cluster. */
  readonly fromMustGather?: string;
}

/**
 * `weir inventory`: writes what the compiler reads of a cluster, or of a must-gather, into a folder, one file per kind. Exit
 * code 0, or 1 with the folder as it was.
 */
export async function inventoryCommand(options: InventoryOptions): Promise<number> {
  const { out, refresh = false, fromMustGather, ...selection } = options;
  const inventory = fromMustGather === undefined ? await pull(selection) : gather(fromMustGather);
  if (inventory.result === 'failed') return refuse(inventory.problems);
  const before = refresh ? readSnapshot(out) : undefined;
  if (typeof before === 'string') return refuse([before]);
  const doubt = before ? findInventoryProblem(countInventory(inventory), countInventory(before)) : undefined;
  if (doubt !== undefined) return refuse([doubt]);
  const problem = writeInventoryFiles(out, inventory);
  if (problem !== undefined) return refuse([problem]);
  if (fromMustGather === undefined) {
    for (const kind of inventory.notServed) printNote(`note: the cluster does not serve ${kind}`);
  } else if (inventory.notServed.length > 0) {
    printNote(`note: the must-gather has no ${listNames(inventory.notServed)}`);
  }
  if (before) printLines(describeRenewal(before, inventory));
  const count = inventory.files.reduce((sum, { objects }) => sum + objects.length, 0);
  printNote(`${plural(count, 'object')} in ${plural(inventory.files.length, 'file')} of ${out}`);
  return 0;
}

/** The snapshot of a folder, as it was pulled. A string says what is wrong. */
function readSnapshot(folder: string): Inventory | string {
  const dump = readInventoryFiles([folder]);
  return dump.result === 'failed' ? (dump.problems[0] ?? '') : sortInventory(dump.objects);
}

async function pull(selection: ClientOptions): Promise<Inventory | Failure> {
  const client = connectKubernetes(selection);
  if ('result' in client) return client;
  try {
    return await pullInventory(client);
  } finally {
    client.close();
  }
}

function gather(folder: string): Inventory | Failure {
  const dump = readMustGather(folder);
  return dump.result === 'failed' ? dump : sortInventory(dump.objects);
}

/** Puts an inventory into a folder in place of an earlier one. A string says what is wrong. */
export function writeInventoryFiles(folder: string, inventory: Inventory): string | undefined {
  const ours = new Set(pulledKinds.map(({ kind }) => fileOf(kind)));
  return writeInventory(folder, renderInventory(inventory), (path) => ours.has(path));
}

/** The texts of an inventory's files. */
export function renderInventory({ files }: Inventory): InventoryText[] {
  return files.map((file) => ({ path: file.path, text: renderFile(file) }));
}

/** A file without objects says that there are none. */
function renderFile({ objects }: InventoryFile): string {
  return objects.map((object) => `---\n${writeYaml(object, 0)}\n`).join('') || '# none\n';
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printNote(`error: ${problem}`);
  return 1;
}
