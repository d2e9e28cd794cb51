import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX, STAGING, isArtefactPath } from './artefact-path.js';

/** What earlier runs left in the output folder. */
export interface Previous {
  /** Paths that Weir has written, index.json among them where it is Weir's. */
  readonly paths: ReadonlySet<string>;
  /** Names of staging folders of runs that were interrupted. */
  readonly leftovers: readonly string[];
}

/** An index is far smaller; a larger file is not one. */
const MAX_INDEX_BYTES = 256 * 2 ** 20;

/**
 * Reads which files in the output folder are Weir's: those that index.json lists, and those that an interrupted run had
 * prepared and may have moved into place. Paths that lead out of the folder count for nothing.
 */
export function readPrevious(folder: string): Previous {
  const leftovers = listEntries(folder)
    .filter((entry) => entry.isDirectory() && STAGING.test(entry.name) && !isAlive(Number(entry.name.slice(6))))
    .map((entry) => entry.name);
  const indexes = [INDEX, ...leftovers.map((name) => `${name}/${INDEX}`)];
  return { paths: new Set(indexes.flatMap((index) => readIndex(join(folder, index)))), leftovers };
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

function readIndex(path: string): string[] {
  const index = parseIndex(path);
  if (!isObject(index) || typeof index.weir !== 'number' || !Array.isArray(index.artefacts)) return [];
  const artefacts: readonly unknown[] = index.artefacts;
  const paths = artefacts.map((artefact) => (isObject(artefact) ? artefact.path : undefined));
  return [INDEX, ...paths.filter((each) => typeof each === 'string').filter(isArtefactPath)];
}

/** Undefined for what cannot be read or is not JSON: such a file is not ours. */
function parseIndex(path: string): unknown {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.size > MAX_INDEX_BYTES) return undefined;
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is { readonly weir?: unknown; artefacts?: unknown; path?: unknown } {
  return typeof value === 'object' && value !== null;
}
