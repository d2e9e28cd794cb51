import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import type { Finding } from '../model/diagnostic.js';
import { describeSystemError } from '../std/system-error.js';
import { messages } from './messages.js';

/** Files of a folder that may contain commits of others. */
const REPOSITORY_FILES = ['.git', 'weir.yaml', 'weir.fleet.yaml'];

/**
 * Returns a finding if a file or folder must not be written, because a symbolic link in its path is in a repository. A
 * commit could have put the link there to redirect a later run. Links outside repositories are trusted.
 */
export function findCommittedLink(path: string): Finding | undefined {
  try {
    const link = findLink(resolve(path));
    return link === undefined ? undefined : messages.symlink(link);
  } catch (thrown) {
    return messages.unwritable(path, describeSystemError(thrown));
  }
}

function findLink(path: string): string | undefined {
  const { root } = parse(path);
  let isCommitted = isRepository(root);
  let folder = root;
  const names = path.slice(root.length).split(sep);
  for (const [index, name] of names.entries()) {
    const place = join(folder, name);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) {
      return isCommitted ? place : findLink(join(realpathSync(place), ...names.slice(index + 1)));
    }
    isCommitted ||= isRepository(place);
    folder = place;
  }
  return undefined;
}

function isRepository(folder: string): boolean {
  return REPOSITORY_FILES.some((name) => existsSync(join(folder, name)));
}
