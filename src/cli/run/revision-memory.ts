import { shareFiles } from '../../compare/share.js';
import type { SourceFile } from '../../model/manifest.js';

/** Revisions that were read, for repeated reads. */
export interface RevisionMemory {
  /** Reads a commit, or returns what was read of it before with the same options. */
  readonly read: <Read>(
    commit: string,
    options: readonly (string | undefined)[],
    read: () => Promise<Read>,
  ) => Promise<Read>;
  /** Returns the files of a revision. Files that the last revision also had are the same objects. */
  readonly share: (files: readonly SourceFile[]) => readonly SourceFile[];
}

/** Revisions that are kept: those of a comparison, and those of the one before. */
const KEPT = 4;

/** Creates an empty memory. */
export function createRevisionMemory(): RevisionMemory {
  const known = new Map<string, Promise<unknown>>();
  let last: readonly SourceFile[] = [];
  return {
    read: <Read>(commit: string, options: readonly (string | undefined)[], read: () => Promise<Read>) => {
      const key = JSON.stringify([commit, ...options]);
      // Commits are read in one way.
      const found = (known.get(key) as Promise<Read> | undefined) ?? read();
      known.delete(key);
      known.set(key, found);
      for (const oldest of [...known.keys()].slice(0, -KEPT)) known.delete(oldest);
      return found;
    },
    share: (files) => (last = shareFiles(files, last)),
  };
}
