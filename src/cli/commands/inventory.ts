import { printLines, printNote } from '../process/print.js';
import { readInventoryFiles, readMustGather, sortInventory } from '../inventory/dump.js';
import { pulledKinds } from '../inventory/kinds.js';
import { type Inventory, type InventoryFile, fileOf, pullInventory } from '../inventory/pull.js';
import { type KubernetesOptions, connectKubernetes } from '../../clients/kubernetes/client.js';
import { type Failure, fail } from '../../model/change.js';
import { type InventoryText, writeInventory } from '../../rendered/write-inventory.js';
import { type ObjectNames, collectNames, findEmptied, findInventoryProblem } from '../live/inventory-problem.js';
import { readBelievedInventory } from '../live/read-twice.js';
import { renderObject } from '../inventory/render-object.js';
import { describeRenewal } from '../inventory/renewal.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';

export interface InventoryOptions extends KubernetesOptions {
  /** The folder of the inventory. */
  readonly out: string;
  /** If true, refreshes the snapshot in the folder and prints the changes. */
  readonly refresh?: boolean;
  /** Folder of `oc adm must-gather`, instead of a cluster. */
  readonly fromMustGather?: string;
}

/**
 * Runs `weir inventory`: writes the inventory of a cluster, or of a must-gather, into a folder, one file per kind.
 * Returns exit code 0, or 1 with the folder unchanged.
 */
export async function inventoryCommand(options: InventoryOptions): Promise<number> {
  const { out, refresh = false, fromMustGather, ...selection } = options;
  const before = refresh ? readSnapshot(out) : undefined;
  if (typeof before === 'string') return refuse([before]);
  const known = before && collectNames(before);
  const inventory = fromMustGather === undefined ? await pull(selection, known) : gather(fromMustGather, known);
  if (inventory.result === 'failed') return refuse(inventory.problems);
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

/** Reads the snapshot in a folder. Returns an error message if this fails. */
function readSnapshot(folder: string): Inventory | string {
  const dump = readInventoryFiles([folder]);
  return dump.result === 'failed' ? (dump.problems[0] ?? '') : sortInventory(dump.objects);
}

async function pull(selection: KubernetesOptions, before: ObjectNames | undefined): Promise<Inventory | Failure> {
  const client = connectKubernetes(selection);
  if ('result' in client) return client;
  try {
    if (!before) return await pullInventory(client);
    const found = await readBelievedInventory(() => pullInventory(client, pulledKinds, false), before);
    return found.result === 'failed' ? found : found.inventory;
  } finally {
    client.close();
  }
}

function gather(folder: string, before: ObjectNames | undefined): Inventory | Failure {
  const dump = readMustGather(folder);
  if (dump.result === 'failed') return dump;
  const inventory = sortInventory(dump.objects);
  const names = collectNames(inventory);
  const problem = before && (findInventoryProblem(names, before) ?? findEmptied(names, before));
  return problem === undefined ? inventory : fail(problem);
}

/** Replaces the inventory in a folder. Returns an error message if this fails. */
export function writeInventoryFiles(folder: string, inventory: Inventory): string | undefined {
  const ours = new Set(pulledKinds.map(({ kind }) => fileOf(kind)));
  return writeInventory(folder, renderInventory(inventory), (path) => ours.has(path));
}

/** Returns the texts of the files of an inventory. */
export function renderInventory({ files }: Inventory): InventoryText[] {
  return files.map((file) => ({ path: file.path, text: renderFile(file) }));
}

/** Renders a file. A file without objects records that none exist. */
function renderFile({ objects }: InventoryFile): string {
  return objects.map(renderObject).join('') || '# none\n';
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printNote(`error: ${problem}`);
  return 1;
}
