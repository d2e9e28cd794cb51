import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../model/diagnostic.js';
import { describeSystemError } from '../std/system-error.js';
import { messages } from './messages.js';

/**
 * Returns a finding if `output` of weir.yaml must not be written, because a change of the repository must not write
 * elsewhere on the machine. `output` is relative to the folder `root`.
 *
 * It must be in the repository, but not in `.git` or behind a link. The repository is the nearest folder above with a
 * `.git`, or else `root`.
 */
export function judgeConfiguredOutput(root: string, output: string): Finding | undefined {
  const top = findTop(root);
  const below = relative(top, resolve(root, output));
  const names = below === '' ? [] : below.split(sep);
  if (output.includes('\0') || names[0] === '..') return messages.outsideRepository(output);
  if (names.some((name) => name.toLowerCase() === '.git')) return messages.gitFolder(output);
  try {
    let path = top;
    for (const name of names) {
      path = join(path, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      // The path to `root` is chosen by the user of the command.
      const isOwn = relative(path, root) === '' || !relative(path, root).startsWith('..');
      if (stats?.isSymbolicLink() && !isOwn) return messages.symlink(path);
      if (!stats?.isDirectory()) return undefined;
    }
    return undefined;
  } catch (thrown) {
    return messages.unwritable(output, describeSystemError(thrown));
  }
}

/** Returns the repository of a folder: the nearest folder above with a `.git`, or else the folder itself. */
export function findTop(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}
