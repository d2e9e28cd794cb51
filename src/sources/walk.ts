import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { Finding, Report } from '../model/diagnostic.js';
import { SWAP } from '../output-index/artefact-path.js';
import { readInventoryPaths } from '../rendered/inventory-swap.js';
import { isFolder } from './is-folder.js';
import { messages } from './messages.js';
import { type Pattern, pathBelow, pathFits, folderPrefix, showPath } from './pattern.js';
import { describeSystemError, isMissing } from '../std/system-error.js';

/** Context of a walk, and callbacks for its results. All paths are absolute. */
export interface FolderWalk {
  readonly root: string;
  readonly excludes: (path: string) => boolean;
  /** Receives each file to read. Returns false to stop. */
  readonly visit: (path: string) => boolean;
  readonly report: (report: Report) => void;
  /** Receives the number of entries of a folder. Returns false if the limit is exceeded. */
  readonly count: (entries: number) => boolean;
  /** Receives each folder whose entries matter. For a missing base, receives the nearest existing folder above it. */
  readonly enter?: ((path: string) => void) | undefined;
}

/** Action for a folder entry: enter it, read it, skip it, or report a finding. */
type Verdict = 'descend' | 'read' | 'skip' | Finding;

/** A folder entry. `below` is its path relative to the base of the pattern. */
interface Entry {
  readonly below: string;
  readonly path: string;
  readonly level: number;
}

/**
 * Finds the files of one pattern. Does not follow symbolic links to folders, except for the base of the pattern. Reads
 * a linked file only if it is inside the root or the base. A missing base has no files.
 */
export function walk(pattern: Pattern, context: FolderWalk): void {
  const { root, excludes, visit, report, count, enter } = context;
  const { base } = pattern;
  if (excludes(base)) return;
  enter?.(folderOf(base));
  const verdict = judgeBase(pattern, showPath(root, base), root);
  if (typeof verdict === 'object') report({ ...verdict, location: { path: showPath(root, base) } });
  if (verdict === 'read') visit(base);
  const pending = verdict === 'descend' ? [{ below: '', path: base, level: 0 }] : [];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    enter?.(folder.path);
    const [start, startBelow] = [folderPrefix(folder.path), folder.below === '' ? '' : `${folder.below}/`];
    const entries = listFolder(folder.path, context);
    if (!count(entries.length)) return;
    for (const dirent of entries) {
      const [path, below] = [start + dirent.name, startBelow + dirent.name];
      const next = judge(dirent, { below, path, level: folder.level }, pattern, context);
      if (next === 'read') {
        if (!visit(path)) return;
      } else if (next === 'descend') pending.push({ below, path, level: folder.level + 1 });
      else if (next !== 'skip') report({ ...next, location: { path: showPath(root, path) } });
    }
  }
}

/**
 * Decides what to do with the base of a pattern. Links are followed, because the user named the base. A base inside the
 * root must stay there. `/proc` is rejected, because it contains the environments of processes.
 */
function judgeBase({ base, literal }: Pattern, shown: string, root: string): Verdict {
  try {
    const stats = statSync(base);
    const target = realpathSync(base);
    if (pathBelow('/proc', target) !== undefined) return messages.notAFile(shown);
    const leaves = pathBelow(root, base) !== undefined && pathBelow(realpathSync(root), target) === undefined;
    if (leaves) return messages.symlink(shown);
    if (stats.isDirectory()) return 'descend';
    if (!literal) return 'skip';
    return stats.isFile() ? 'read' : messages.notAFile(shown);
  } catch (thrown) {
    // A broken link is reported. A missing path is left to the caller.
    if (isMissing(thrown) && !isLink(base)) return 'skip';
    return messages.unreadable(shown, describeSystemError(thrown));
  }
}

/** Returns the nearest existing folder above a path. */
function folderOf(path: string): string {
  const above = posix.dirname(path);
  return above === path || isFolder(above) ? above : folderOf(above);
}

type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

function fileEntry(name: string): FolderEntry {
  return { name, isDirectory: () => false, isFile: () => true, isSymbolicLink: () => false };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * Returns the entries of a folder. For an inventory that is being written, returns the files of its index, including
 * those in the staging folder.
 */
function listFolder(path: string, { root, report }: FolderWalk): readonly FolderEntry[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const inventory = entries.some(({ name }) => name === SWAP) ? readInventoryPaths(path) : undefined;
    return inventory?.map(fileEntry) ?? entries;
  } catch (thrown) {
    const shown = showPath(root, path);
    report({ ...messages.unreadable(shown, describeSystemError(thrown)), location: { path: shown } });
    return [];
  }
}

function judge(dirent: FolderEntry, entry: Entry, pattern: Pattern, context: FolderWalk): Verdict {
  const link = dirent.isSymbolicLink();
  const mayDescend = entry.level < pattern.depth && pattern.enters(dirent.name);
  if (dirent.isDirectory() ? !mayDescend : !pattern.matches(entry.below) && !(link && mayDescend)) return 'skip';
  if (context.excludes(entry.path)) return 'skip';
  if (!pathFits(entry.below)) return messages.pathTooLong(showPath(context.root, entry.path));
  if (dirent.isDirectory()) return 'descend';
  if (link) return judgeLink(entry, pattern, mayDescend, context.root);
  return dirent.isFile() ? 'read' : messages.notAFile(showPath(context.root, entry.path));
}

function judgeLink({ below, path }: Entry, pattern: Pattern, mayDescend: boolean, root: string): Verdict {
  const wanted = pattern.matches(below);
  const shown = showPath(root, path);
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return mayDescend ? messages.symlinkSkipped(shown) : 'skip';
    if (!wanted) return 'skip';
    if (!stats.isFile()) return messages.notAFile(shown);
    const target = realpathSync(path);
    const inside = [root, pattern.base].some((folder) => pathBelow(realpathSync(folder), target) !== undefined);
    return inside ? 'read' : messages.symlink(shown);
  } catch (thrown) {
    // A broken link is reported only if it would have been read.
    return wanted ? messages.unreadable(shown, describeSystemError(thrown)) : 'skip';
  }
}
