import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import type { Finding } from '../model/diagnostic.js';
import { describeSystemError } from '../std/system-error.js';
import { messages } from './messages.js';

/** What only a folder has that somebody else's commits may be in. */
const REPOSITORY_FILES = ['.git', 'weir.yaml', 'weir.fleet.yaml'];

/**
 * Why a file or folder must not be written to, whoever has named it, if it must not: a symbolic link in its path lies in a
 * repository, where a commit may have put it to lead a later run elsewhere. Other links are those of the machine.
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
