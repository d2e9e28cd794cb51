import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, parseJson } from '../std/json.js';
import { INDEX, SWAP, isArtefactPath, stagedName } from '../output-index/artefact-path.js';
import { isSwapping } from './swap.js';

/**
 * An inventory changes like an output folder (`swap.ts`), but it has no index of its own. The index in `SWAP` lists its
 * files while a change is being completed, and is removed with it.
 */

/** Returns the index of the files of an inventory. */
export function renderInventoryIndex(paths: readonly string[]): string {
  return JSON.stringify({ inventory: [...paths].sort() });
}

/**
 * Returns the files of an inventory that is being changed. Returns undefined if it is not, or if it has other files.
 */
export function readInventoryPaths(folder: string): readonly string[] | undefined {
  if (!isSwapping(folder)) return undefined;
  const paths = asObject(parseJson(readFileSync(join(folder, SWAP, INDEX), 'utf8')))?.inventory;
  return Array.isArray(paths) && paths.every(isFileName) ? paths : undefined;
}

/**
 * Completes a change that is in effect, if there is one. `isOurs` returns true for files that an inventory may contain.
 */
export function finishInventorySwap(folder: string, isOurs: (path: string) => boolean): void {
  const swap = join(folder, SWAP);
  const next = readInventoryPaths(folder);
  if (next) {
    for (const path of next) {
      const aside = join(swap, stagedName(path));
      if (existsSync(aside)) renameSync(aside, join(folder, path));
    }
    const stale = readdirSync(folder).filter((path) => isOurs(path) && !next.includes(path));
    for (const path of stale) rmSync(join(folder, path));
  }
  rmSync(swap, { recursive: true, force: true });
}

function isFileName(value: unknown): value is string {
  return typeof value === 'string' && isArtefactPath(value) && !value.includes('/');
}
