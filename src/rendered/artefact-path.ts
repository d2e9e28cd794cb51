import type { Artefact } from '../model/artefact.js';
import { shortDigest } from '../std/split-by-digest.js';

/** A file to write. */
export type Output = Pick<Artefact, 'path' | 'content'>;

/** The artefact that lists all others. */
export const INDEX = 'index.json';
/** The files below it, where it is cut. */
const INDEX_LISTS = /^index\/[0-9a-f]+\.json$/;
/** Names of folders in which a run prepares its output, each with the id of its process. */
export const STAGING = /^\.weir-[0-9]+$/;
/** The staging folder of this process. One that is there already is of an ended process with the same id. */
export function stagingName(): string {
  return `.weir-${process.pid}`;
}

/** Name of the folder in which a prepared output counts, until all of it is in its place. */
export const SWAP = '.weir-next';
/** Name of the file in it that lists what the change replaces and removes: of the index that listed it parts may be gone. */
export const REPLACED = 'replaced.json';

/** The name of a file in a staging folder: one folder holds all, since creating folders is what takes the time. */
export function stagedName(path: string): string {
  return path === INDEX ? INDEX : shortDigest(path);
}

/** The file of the index for what begins with these digits. */
export function indexPath(digits: string): string {
  return `index/${digits}.json`;
}

/** Returns true if a path is that of a file of the index below `index.json`. */
export function isIndexPath(path: string): boolean {
  return INDEX_LISTS.test(path);
}

/**
 * Returns true if a path names a file inside the output folder, whatever system reads it: relative, `/` only, no `.` or
 * `..`, no control character, nothing of git's own and not in a staging folder.
 */
export function isArtefactPath(path: string): boolean {
  // What most paths are made of needs no closer look.
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

/** Names that begin with a letter or a digit: none of them is one of git's, or of a staging folder. */
const PLAIN_PATH = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** The folders above a path inside the output folder, outermost first: `a/b/c` has `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Throws for paths that Weir itself must not make: unsafe ones, the same twice, a file that is also a folder. */
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

/** Throws for a path that is unsafe. */
export function assertArtefactPath(path: string): void {
  if (!isArtefactPath(path)) throw new Error(`artefact path ${JSON.stringify(path)} leaves the output folder`);
}
