import { posix } from 'node:path';
import { type Pattern, pathBelow } from './pattern.js';

/** Tells whether Weir has written a file that a pattern selects. All paths are absolute. */
export type OwnOutput = (path: string, pattern: Pattern) => boolean;

/**
 * Recognises what `compile` has written, whatever folder it wrote to: an index.json of Weir lists the file, in a folder
 * between the file and `root` (or the base of the pattern, for a file elsewhere). `listOwn` gives the paths in a folder
 * that its index lists; every folder is asked for once.
 */
export function createOwnOutput(root: string, listOwn: (folder: string) => ReadonlySet<string>): OwnOutput {
  const known = new Map<string, ReadonlySet<string>>();
  const ask = (folder: string): ReadonlySet<string> => {
    const paths = known.get(folder) ?? listOwn(folder);
    known.set(folder, paths);
    return paths;
  };
  return (path, { base }) => {
    const top = pathBelow(root, path) === undefined ? base : root;
    for (let folder = posix.dirname(path); pathBelow(top, folder) !== undefined; folder = posix.dirname(folder)) {
      if (ask(folder).has(pathBelow(folder, path) ?? '')) return true;
      if (folder === top) return false;
    }
    return false;
  };
}
