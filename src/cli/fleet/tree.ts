import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findTop } from '../../rendered/configured.js';
import { readFileInside, readFolder } from '../../sources/collect.js';
import { type Commit, readCommit } from '../../sources/git.js';
import { pathBelow } from '../../sources/pattern.js';
import type { SourceResult } from '../../sources/source.js';
import { findRepository } from '../process/folder.js';

/** The source of a fleet: the disk, or a commit. Folders are absolute paths. */
export interface FleetTree {
  /** Returns the nearest folder, from `start` upwards, with a file `name`. */
  readonly findAbove: (start: string, name: string) => string | undefined;
  /** Reads a file that Weir itself searches for in a folder. Returns an empty result if it is missing. */
  readonly readOwn: (root: string, name: string) => Promise<SourceResult>;
  /** Reads the files of a glob, none of which is outside of the repository. */
  readonly read: (root: string, glob: string) => Promise<SourceResult>;
}

export const diskTree: FleetTree = {
  findAbove: (start, name) => findRepository(resolve(start), name),
  readOwn: async (root, name) => Promise.resolve(readFileInside(root, name)),
  read: async (root, glob) =>
    Promise.resolve(readFolder(root, { include: [glob], exclude: [], within: findTop(resolve(root)) })),
};

/** Tree of a folder that is compared as a whole, without the folders above it. */
export const folderTree: FleetTree = {
  ...diskTree,
  findAbove: (start, name) =>
    lstatSync(join(start, name), { throwIfNoEntry: false }) === undefined ? undefined : resolve(start),
};

/** Returns the tree of an open commit. */
export function treeOfCommit(commit: Commit): FleetTree {
  const paths = new Set(commit.entries.map(({ path }) => path));
  const read: FleetTree['read'] = (root, glob) => readCommit({ ...commit, root }, { include: [glob], exclude: [] });
  return {
    findAbove: (start, name) => {
      for (let folder = start; pathBelow(commit.top, folder) !== undefined; folder = dirname(folder)) {
        if (paths.has(join(folder, name))) return folder;
        if (folder === commit.top) return undefined;
      }
      return undefined;
    },
    readOwn: read,
    read,
  };
}
