import { type Stats, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INDEX, SWAP } from '../output-index/artefact-path.js';
import type { SelectedFile } from './selected-file.js';
import type { FolderChanges } from './watch-folders.js';

/** Caches which files globs select, by the text of the globs and all options, while events report every change. */
export interface SelectionMemory {
  readonly recall: (globs: string) => readonly SelectedFile[] | undefined;
  readonly remember: (globs: string, selected: readonly SelectedFile[]) => void;
  /**
   * Updates the cache with the changes since the last call, or undefined if they are unknown. Returns true if the
   * cached selections are still valid. Changed files lose their content.
   */
  readonly begin: (changes: FolderChanges | undefined) => boolean;
}

/**
 * Creates an empty cache. `isPlain` returns true if folder events report every change of a file that was read.
 * `folders` are those whose entries matter.
 */
export function createSelectionMemory(
  isPlain: (file: SelectedFile) => boolean,
  folders: ReadonlySet<string>,
): SelectionMemory {
  const selections = new Map<string, readonly SelectedFile[]>();
  const byPlace = new Map<string, SelectedFile[]>();
  let isFollowed = false;
  const settle = (path: string, event: 'change' | 'rename'): boolean => {
    // A folder can have been replaced. The content of these files decides which other files are read.
    const name = basename(path);
    if (folders.has(path) || name === INDEX || name === SWAP) return false;
    const selected = byPlace.get(path);
    if (!selected) return event === 'change' || lookAt(path) === undefined;
    if (event === 'rename' && !isPlainFile(lookAt(path))) return false;
    for (const file of selected) file.content = undefined;
    return true;
  };
  return {
    recall: (globs) => selections.get(globs),
    remember: (globs, selected) => {
      if (!isFollowed || !selected.every(isPlain)) return;
      // Files of an inventory that is being written are in the staging folder for a while.
      const parents = new Set(selected.map(({ place }) => dirname(place)));
      if ([...parents].some((folder) => lookAt(join(folder, SWAP)) !== undefined)) return;
      selections.set(globs, selected);
      for (const file of selected) {
        const others = byPlace.get(file.place);
        if (others) others.push(file);
        else byPlace.set(file.place, [file]);
      }
    },
    begin: (changes) => {
      isFollowed = true;
      const holds = changes !== undefined && [...changes].every(([path, event]) => settle(path, event));
      if (!holds) {
        selections.clear();
        byPlace.clear();
      }
      return holds;
    },
  };
}

/** Returns true for a regular file with one name, and not for a link. Others change without an event in the folder. */
export function isPlainFile(stats: Stats | undefined): boolean {
  return stats?.isFile() === true && stats.nlink === 1;
}

/** Returns the status of a path without following a link, or undefined if it is missing or not readable. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
