import { posix } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { INDEX } from '../output-index/artefact-path.js';
import { compareText } from '../std/compare-text.js';
import { memoize } from '../std/memoize.js';
import { messages } from './messages.js';
import { type Pattern, pathBelow, showPath } from './pattern.js';

/** Recognises files that Weir wrote. All paths are absolute. */
export interface OwnOutput {
  /** True if Weir wrote a file that a pattern selects. */
  readonly isOwn: (path: string, pattern: Pattern) => boolean;
  /** A report for each index that hides files, because it could be there to hide them. */
  readonly reports: () => readonly Report[];
}

/** Recognises no file. */
export const NO_OWN_OUTPUT: OwnOutput = { isOwn: () => false, reports: () => [] };

/**
 * Recognises files that `compile` wrote to any folder. An index.json of Weir must list the file, in a folder between
 * the file and `root`. For a file outside `root`, the base of the pattern takes its place.
 *
 * `listOwn` returns the paths in a folder that its index lists, and is called once per folder. Skipped files in
 * `output`, which the run itself writes, are not reported.
 */
export function createOwnOutput(
  root: string,
  listOwn: (folder: string) => ReadonlySet<string>,
  output?: string,
): OwnOutput {
  const ask = memoize(listOwn);
  const leftOut = new Map<string, Set<string>>();
  /**
   * Returns the folders with an index that lists files: from a folder upwards to `root`, or to the base if the folder
   * is outside `root`.
   */
  const listAbove = memoize((base: string) => {
    const listOf = memoize((folder: string): readonly string[] => {
      const top = pathBelow(root, folder) === undefined ? base : root;
      if (pathBelow(top, folder) === undefined) return [];
      const own = ask(folder).size > 0 ? [folder] : [];
      return folder === top ? own : [...own, ...listOf(posix.dirname(folder))];
    });
    return listOf;
  });
  const leaveOut = (folder: string, path: string): true => {
    leftOut.set(folder, (leftOut.get(folder) ?? new Set()).add(path));
    return true;
  };
  return {
    isOwn: (path, { base }) => {
      const parent = path.slice(0, path.lastIndexOf('/')) || '/';
      const folder = listAbove(base)(parent).find((each) => ask(each).has(pathBelow(each, path) ?? ''));
      return folder !== undefined && leaveOut(folder, path);
    },
    reports: () =>
      [...leftOut].sort(byFolder).flatMap(([folder, paths]): Report[] => {
        const hidden = [...paths].map((path) => pathBelow(folder, path) ?? path).filter((path) => path !== INDEX);
        if (hidden.length === 0 || folder === output) return [];
        return [
          { ...messages.ownOutput(hidden.sort()), location: { path: showPath(root, posix.join(folder, INDEX)) } },
        ];
      }),
  };
}

function byFolder([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}
