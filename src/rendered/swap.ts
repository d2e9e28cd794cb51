import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { isMissing } from '../std/system-error.js';
import { INDEX, SWAP, stagedName } from './artefact-path.js';
import { messages } from './messages.js';
import { readNextPaths, readPaths, readReplacedPaths } from './previous.js';
import { removeStale } from './stale.js';
import { inspectOutput } from './inspect-output.js';

/**
 * A folder of many files cannot change in one step, but a name can: what is new is staged with its index in a folder of
 * its own, which is then renamed to `SWAP`. From then on the index in there counts, and a file that it lists is in there
 * under its staged name, or else in its place: for every reader the change is made. What follows only tidies up, and
 * whoever comes next goes on with it: files move into their places, stale ones go, the index comes last.
 */

/** Returns true if a change of the folder counts as made, and is not tidied up yet. */
export function isSwapping(folder: string): boolean {
  return isPlain(join(folder, SWAP), 'folder') && isPlain(join(folder, SWAP, INDEX), 'file');
}

/** Where a file of the folder is: aside while a change is under way, else in its place. It need not be there. */
export function pathInFolder(folder: string, path: string): string {
  const aside = join(folder, SWAP, stagedName(path));
  return isSwapping(folder) && isPlain(aside, 'file') ? aside : join(folder, path);
}

/** Tells which paths are those of files that Weir has written. */
export type OwnPaths = Pick<ReadonlySet<string>, 'has'>;

/** A change that counts as made. */
export interface Swap {
  /** The paths of the files that are still aside, without the index. */
  readonly pending: readonly string[];
  /** Paths of files that Weir wrote before the change. */
  readonly previous: OwnPaths;
  /** Those of them that the change removes. */
  readonly stale: readonly string[];
}

/** Finishes the change that counts as made, if there is one, as `completeSwap` does. */
export function finishSwap(folder: string): Report[] {
  const next = isSwapping(folder) ? readNextPaths(folder) : [];
  if (next.length === 0) {
    // Without its index, which leaves it last, it has nothing to say.
    rmSync(join(folder, SWAP), { recursive: true, force: true });
    return [];
  }
  const staged = new Set(readdirSync(join(folder, SWAP)));
  const previous = new Set([...readPaths(folder), ...readReplacedPaths(folder)]);
  const wanted = new Set(next);
  return completeSwap(folder, {
    pending: next.filter((path) => path !== INDEX && staged.has(stagedName(path))),
    previous,
    stale: [...previous].filter((path) => path !== INDEX && !wanted.has(path)),
  });
}

/**
 * Finishes a change that counts as made. Reports, and stops, where somebody else has put something in the way meanwhile.
 * Errors of the operating system are thrown; the change counts all the same.
 */
export function completeSwap(folder: string, { pending, previous, stale }: Swap): Report[] {
  const swap = join(folder, SWAP);
  const surveyed = inspectOutput(folder);
  const reports = [...pending, INDEX].flatMap((path): Report[] => {
    const place = join(folder, path);
    const found = surveyed.judge(path);
    if (typeof found === 'object') return [{ ...found, location: { path: place } }];
    const isForeign = found === 'file' && !previous.has(path);
    return isForeign ? [{ ...messages.foreignFile(place), location: { path: place } }] : [];
  });
  if (reports.length > 0) return reports;
  for (const each of new Set(pending.map(dirname))) mkdirSync(join(folder, each), { recursive: true });
  for (const path of pending) renameSync(join(swap, stagedName(path)), join(folder, path));
  removeStale(folder, stale, surveyed);
  renameSync(join(swap, INDEX), join(folder, INDEX));
  rmSync(swap, { recursive: true, force: true });
  return [];
}

/** Returns true if there is a file or a folder, and no link to one. */
function isPlain(path: string, what: 'file' | 'folder'): boolean {
  try {
    const stats = lstatSync(path);
    return what === 'file' ? stats.isFile() : stats.isDirectory();
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}
