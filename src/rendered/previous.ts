import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX, STAGING, SWAP } from './artefact-path.js';
import { parseIndexPaths } from './parse-index.js';

/** What earlier runs left in the output folder. */
export interface Previous {
  /** Paths that Weir has written, index.json among them where it is Weir's. */
  readonly paths: ReadonlySet<string>;
  /** Names of staging folders of runs that were interrupted. */
  readonly leftovers: readonly string[];
}

/** An index is far smaller; a larger file is not one. */
export const MAX_INDEX_BYTES = 256 * 2 ** 20;

/**
 * Reads which files in the output folder are Weir's: those that index.json lists, and those that the index of a change
 * lists that was interrupted on its way to their places. Paths that lead out of the folder count for nothing.
 */
export function readPrevious(folder: string): Previous {
  const leftovers = listEntries(folder)
    .filter((entry) => entry.isDirectory() && STAGING.test(entry.name) && !isAlive(Number(entry.name.slice(6))))
    .map((entry) => entry.name);
  return { paths: readOwnPaths(folder), leftovers };
}

/** Reads the paths in a folder that Weir has written, as `readPrevious` does. */
export function readOwnPaths(folder: string): ReadonlySet<string> {
  const indexes = [join(folder, INDEX), join(folder, SWAP, INDEX)];
  return new Set(indexes.flatMap(readPaths));
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isAlive(id: number): boolean {
  if (id === process.pid || id === 0 || !Number.isSafeInteger(id)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** The paths that an index of Weir lists, its own first; none where the file is no such index. */
export function readPaths(path: string): string[] {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= MAX_INDEX_BYTES ? parseIndexPaths(readFileSync(path, 'utf8')) : [];
  } catch {
    return [];
  }
}
