import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { isMissing } from '../std/system-error.js';
import { INDEX, SWAP, stagedName } from '../output-index/artefact-path.js';
import { messages } from './messages.js';
import { readNextPaths, readPaths, readReplacedPaths } from './previous.js';
import { removeStale } from './stale.js';
import { inspectOutput } from './inspect-output.js';

/**
 * A folder of many files cannot change atomically, but a name can. The new files are staged with their index in a
 * separate folder, which is then renamed to `SWAP`.
 *
 * From then on, the change is in effect for every reader: the index in `SWAP` is the current one. A file that it lists
 * is in `SWAP` under its staged name, or else in place. The remaining steps only tidy up, and the next run continues
 * them: move files into place, remove stale files, move the index last.
 */

/** Returns true if a change of the folder is in effect, but not completed. */
export function isSwapping(folder: string): boolean {
  return isPlain(join(folder, SWAP), 'folder') && isPlain(join(folder, SWAP, INDEX), 'file');
}

/** Returns the path of a file of the folder: staged during a change, or else in place. The file may be missing. */
export function pathInFolder(folder: string, path: string): string {
  const aside = join(folder, SWAP, stagedName(path));
  return isSwapping(folder) && isPlain(aside, 'file') ? aside : join(folder, path);
}

/** The paths of files that Weir wrote. */
export type OwnPaths = Pick<ReadonlySet<string>, 'has'>;

/** A change that is in effect. */
export interface Swap {
  /** Paths of the files that are still staged, without the index. */
  readonly pending: readonly string[];
  /** Paths of files that Weir wrote before the change. */
  readonly previous: OwnPaths;
  /** Those of them that the change removes. */
  readonly stale: readonly string[];
}

/** Completes a change that is in effect, if there is one. See `completeSwap`. */
export function finishSwap(folder: string): Report[] {
  const next = isSwapping(folder) ? readNextPaths(folder) : [];
  if (next.length === 0) {
    // Its index leaves it last. Without an index, nothing remains to do.
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
 * Completes a change that is in effect. Stops with a report if a file of another owner is in the way. Throws errors of
 * the operating system. In both cases, the change stays in effect.
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

/** Returns true if the path is a file or a folder, and not a link. */
function isPlain(path: string, what: 'file' | 'folder'): boolean {
  try {
    const stats = lstatSync(path);
    return what === 'file' ? stats.isFile() : stats.isDirectory();
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}
