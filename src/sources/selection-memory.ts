import { type Stats, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INDEX, SWAP } from '../rendered/artefact-path.js';
import type { SelectedFile } from './selected-file.js';
import type { FolderChanges } from './watch-folders.js';

/** Knows what globs select, whose text with all options is the key, as long as events tell of each change. */
export interface SelectionMemory {
  readonly recall: (globs: string) => readonly SelectedFile[] | undefined;
  readonly remember: (globs: string, selected: readonly SelectedFile[]) => void;
  /**
   * Learns what has happened since it was asked first, or undefined if nobody knows. Says whether what it knows still
   * holds: files that have changed have no content then.
   */
  readonly begin: (changes: FolderChanges | undefined) => boolean;
}

/**
 * Knows nothing yet. `isPlain` tells of a file that was read whether events in its folder tell of each change of it, `folders`
 * are those whose entries count.
 */
export function createSelectionMemory(
  isPlain: (file: SelectedFile) => boolean,
  folders: ReadonlySet<string>,
): SelectionMemory {
  const selections = new Map<string, readonly SelectedFile[]>();
  const byPlace = new Map<string, SelectedFile[]>();
  let isFollowed = false;
  const settle = (path: string, event: 'change' | 'rename'): boolean => {
    // A folder may have become another one; what these hold decides what is read of others.
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
      // Files of an inventory that is being written are elsewhere for a while.
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

/** Returns true if it is a file with one name, and no link to one: others change without an event in the folder. */
export function isPlainFile(stats: Stats | undefined): boolean {
  return stats?.isFile() === true && stats.nlink === 1;
}

/** What is at a path, without following a link, or undefined if there is nothing, or nobody may look. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
