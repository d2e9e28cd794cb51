import type { Artefact } from '../model/artefact.js';
import { shortDigest } from '../std/split-by-digest.js';

/** A file to write. */
export type Output = Pick<Artefact, 'path' | 'content'>;

/** The artefact that lists all others. */
export const INDEX = 'index.json';
/** Files of the index below `index.json`, if it is split. */
const INDEX_LISTS = /^index\/[0-9a-f]+\.json$/;
/** Names of the folders in which runs stage their output, each with a process ID. */
export const STAGING = /^\.weir-[0-9]+$/;
/** Name of the folder that contains a staged output, which is in effect, until all files are in place. */
export const SWAP = '.weir-next';
/**
 * Name of the file in it that lists the replaced and removed paths. Parts of the index that listed them may be gone.
 */
export const REPLACED = 'replaced.json';

/** Returns the name of a file in a staging folder. The folder is flat, because creating folders is what takes time. */
export function stagedName(path: string): string {
  return path === INDEX ? INDEX : shortDigest(path);
}

/** Returns the path of the index file for a prefix of digits. */
export function indexPath(digits: string): string {
  return `index/${digits}.json`;
}

/** Returns true if a path is that of a file of the index below `index.json`. */
export function isIndexPath(path: string): boolean {
  return INDEX_LISTS.test(path);
}

/**
 * Returns true if a path names a file inside the output folder on every operating system. It is relative, uses only
 * `/`, and has no `.`, `..`, control character or `.git`. It is not in a staging folder.
 */
export function isArtefactPath(path: string): boolean {
  // Most paths match and need no further checks.
  if (PLAIN_PATH.test(path)) return true;
  if (path === '' || /[\\\p{Cc}]/u.test(path) || /^[A-Za-z]:/.test(path)) return false;
  const names = path.split('/');
  const [first = ''] = names;
  return (
    names.every((name) => !['', '.', '..'].includes(name) && name.toLowerCase() !== '.git') &&
    !STAGING.test(first) &&
    first.toLowerCase() !== SWAP
  );
}

/** Paths whose names start with a letter or a digit, so that none is `.git` or a staging folder. */
const PLAIN_PATH = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** Returns the folders above a path inside the output folder, outermost first: `a` and `a/b` for `a/b/c`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Throws if Weir produced invalid paths: unsafe ones, duplicates, or a file that is also a folder. */
export function assertArtefactPaths(paths: readonly string[]): void {
  const files = new Set<string>();
  for (const path of paths) {
    assertArtefactPath(path);
    if (files.has(path)) throw new Error(`artefact path ${JSON.stringify(path)} occurs twice`);
    files.add(path);
  }
  const folders = new Set<string>();
  for (const path of paths) {
    // Most files share their folder with others.
    const last = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (folders.size === folders.add(last).size) continue;
    const folder = foldersAbove(path).find((each) => files.has(each));
    if (folder !== undefined) throw new Error(`artefact path ${JSON.stringify(folder)} is also a folder`);
  }
}

/** Throws if a path is unsafe. */
export function assertArtefactPath(path: string): void {
  if (!isArtefactPath(path)) throw new Error(`artefact path ${JSON.stringify(path)} leaves the output folder`);
}
