import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isListOf, isText, parseJson } from '../std/json.js';
import { INDEX, STAGING, REPLACED, SWAP, isArtefactPath, stagedName } from './artefact-path.js';
import type { OutputMemory } from './output-memory.js';
import { type IndexPaths, joinIndexPaths, parseIndexFile, parseIndexPaths } from './parse-index.js';

/** What earlier runs left in the output folder. */
export interface Previous {
  /** Paths that Weir has written, index.json among them where it is Weir's. */
  readonly paths: ReadonlySet<string>;
  /** Names of staging folders of runs that were interrupted. */
  readonly leftovers: readonly string[];
}

/** An index is far smaller; a larger file is not one. */
export const MAX_INDEX_BYTES = 256 * 2 ** 20;
/** Nor is a file of the index below it that is larger than this. */
export const MAX_LIST_BYTES = 2 ** 20;

/**
 * Reads which files in the output folder are Weir's: those that index.json lists, and those that the index of a change
 * lists that was interrupted on its way to their places. Paths that lead out of the folder count for nothing. With a memory,
 * files of the index that are known from earlier calls are not read.
 */
export function readPrevious(folder: string, memory?: OutputMemory): Previous {
  const leftovers = listEntries(folder)
    .filter((entry) => entry.isDirectory() && STAGING.test(entry.name) && !isAlive(Number(entry.name.slice(6))))
    .map((entry) => entry.name);
  return { paths: readOwnPaths(folder, memory), leftovers };
}

/** Reads the paths in a folder that Weir has written, as `readPrevious` does. */
export function readOwnPaths(folder: string, memory?: OutputMemory): ReadonlySet<string> {
  return new Set([...readPaths(folder, memory), ...readNextPaths(folder), ...readReplacedPaths(folder)]);
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns true if a process with the id runs that is not this one. */
export function isAlive(id: number): boolean {
  if (id === process.pid || id === 0 || !Number.isSafeInteger(id)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** The paths that the index of a folder lists, its own first; none if there is no index of Weir. */
export function readPaths(folder: string, memory?: OutputMemory): string[] {
  return joinIndexPaths((path) => {
    const file = join(folder, path);
    const read = (): IndexPaths | undefined => {
      const text = readIndexText(file, limitOf(path));
      return text === undefined ? undefined : parseIndexFile(text);
    };
    return memory ? memory.list(file, read) : read();
  });
}

/** The paths that the index of a change lists, which is not finished; none if there is no such change. */
export function readNextPaths(folder: string): string[] {
  return parseIndexPaths((path) => {
    const aside = readIndexText(join(folder, SWAP, stagedName(path)), limitOf(path));
    return aside ?? (path === INDEX ? undefined : readIndexText(join(folder, path), limitOf(path)));
  });
}

/** The paths that a change replaces and removes, which is not finished; none if it does not say them. */
export function readReplacedPaths(folder: string): string[] {
  const paths = parseJson(readIndexText(join(folder, SWAP, REPLACED), MAX_INDEX_BYTES) ?? '');
  return isListOf(isText, paths) ? paths.filter(isArtefactPath) : [];
}

function limitOf(path: string): number {
  return path === INDEX ? MAX_INDEX_BYTES : MAX_LIST_BYTES;
}

function readIndexText(path: string, limit: number): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= limit ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
