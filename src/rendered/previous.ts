import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isListOf, isText, parseJson } from '../std/json.js';
import { INDEX, STAGING, REPLACED, SWAP, isArtefactPath, stagedName } from '../output-index/artefact-path.js';
import type { OutputMemory } from './output-memory.js';
import { type IndexPaths, joinIndexPaths, parseIndexFile, parseIndexPaths } from '../output-index/parse-index.js';

/** Files of earlier runs in the output folder. */
export interface Previous {
  /** Paths of files that Weir wrote, including its index.json. */
  readonly paths: ReadonlySet<string>;
  /** Names of staging folders of interrupted runs. */
  readonly leftovers: readonly string[];
}

/** Maximum bytes of an index.json. A real one is far smaller. */
export const MAX_INDEX_BYTES = 256 * 2 ** 20;
/** Maximum bytes of another file of the index. */
export const MAX_LIST_BYTES = 2 ** 20;

/**
 * Returns the files in the output folder that Weir manages: those in index.json, and those in the index of an
 * interrupted change. Ignores paths that leave the folder. With a memory, cached files of the index are not read.
 */
export function readPrevious(folder: string, memory?: OutputMemory): Previous {
  const leftovers = listEntries(folder)
    .filter((entry) => entry.isDirectory() && STAGING.test(entry.name) && !isAlive(Number(entry.name.slice(6))))
    .map((entry) => entry.name);
  return { paths: readOwnPaths(folder, memory), leftovers };
}

/** Returns the paths in a folder that Weir wrote, like `readPrevious`. */
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

/** Returns true if another process with the ID is running. */
export function isAlive(id: number): boolean {
  if (id === process.pid || id === 0 || !Number.isSafeInteger(id)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** Returns the paths in the index of a folder, its own first. Returns none if there is no index of Weir. */
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

/** Returns the paths in the index of an unfinished change. Returns none if there is no such change. */
export function readNextPaths(folder: string): string[] {
  return parseIndexPaths((path) => {
    const aside = readIndexText(join(folder, SWAP, stagedName(path)), limitOf(path));
    return aside ?? (path === INDEX ? undefined : readIndexText(join(folder, path), limitOf(path)));
  });
}

/** Returns the paths that an unfinished change replaces and removes. Returns none if they are not recorded. */
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
