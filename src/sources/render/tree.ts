import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import type { SourceFile } from '../../model/manifest.js';
import { pathBelow } from '../pattern.js';

/** A temporary folder with copies of files of the working tree or a revision, at their paths in the repository. */
export interface SourceTree {
  /** Returns the path in the folder of a path in the repository. */
  readonly place: (path: string) => string;
  /** An empty folder for the tool's own files. */
  readonly home: string;
  readonly remove: () => void;
}

/** Returns the path of a file from the root of its repository. `path` is relative to `root`. */
export function pathFromTop(top: string, root: string, path: string): string {
  return pathBelow(top, resolve(root, path)) ?? posix.basename(path);
}

/**
 * Copies files, given by path from the root of the repository, into a temporary folder for a tool. It contains plain
 * files only, no links.
 */
export function makeTree(files: ReadonlyMap<string, SourceFile>): SourceTree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-render-')));
  const top = join(folder, 'tree');
  const home = join(folder, 'home');
  mkdirSync(top);
  mkdirSync(home);
  for (const [path, { text }] of files) {
    const target = join(top, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
  }
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  return { place: (path) => join(top, path), home, remove };
}
