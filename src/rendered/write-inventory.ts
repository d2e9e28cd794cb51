import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeSystemError } from '../std/system-error.js';
import { INDEX, STAGING, SWAP, stagedName } from '../output-index/artefact-path.js';
import { findCommittedLink } from './committed-link.js';
import { finishInventorySwap, renderInventoryIndex } from './inventory-swap.js';
import { readPrevious } from './previous.js';

/** A file of an inventory. */
export interface InventoryText {
  readonly path: string;
  readonly text: string;
}

/**
 * Replaces the content of a folder by these files, either all of them or none. Even after a killed run, readers see all
 * of the old or all of the new files.
 *
 * A folder with files that an inventory does not contain (`isOurs`) is not changed. Returns an error message, or
 * undefined.
 */
export function writeInventory(
  folder: string,
  files: readonly InventoryText[],
  isOurs: (path: string) => boolean,
): string | undefined {
  const target = resolve(folder);
  const staging = join(target, `.weir-${process.pid}`);
  const obstacle = findCommittedLink(target);
  if (obstacle) return obstacle.message;
  try {
    const entries = existsSync(target) ? readdirSync(target, { withFileTypes: true }) : [];
    const foreign = entries.find((entry) => !(entry.isFile() && isOurs(entry.name)) && !isSwapFolder(entry.name));
    if (foreign !== undefined)
      return `${folder} holds ${foreign.name}, which is no part of an inventory: name another folder`;
    mkdirSync(target, { recursive: true });
    finishInventorySwap(target, isOurs);
    for (const name of [...readPrevious(target).leftovers, staging])
      rmSync(resolve(target, name), { recursive: true, force: true });
    mkdirSync(staging);
    for (const { path, text } of files) writeFileSync(join(staging, stagedName(path)), text);
    writeFileSync(join(staging, INDEX), renderInventoryIndex(files.map(({ path }) => path)));
    renameSync(staging, join(target, SWAP));
    finishInventorySwap(target, isOurs);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written: ${describeSystemError(error)}`;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns true for a folder that a killed run may have left. */
function isSwapFolder(name: string): boolean {
  return name === SWAP || STAGING.test(name);
}
