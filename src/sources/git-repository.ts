import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Finding, Report } from '../model/diagnostic.js';
import { type GitResult, runGit } from './git-command.js';
import { messages } from './messages.js';
import { pathBelow } from './pattern.js';
import { describeSystemError } from '../std/system-error.js';

/** A git repository and the folder in it that is read. Paths are absolute and contain no symbolic link. */
export interface Repository {
  readonly folder: string;
  /** Root of the working tree. */
  readonly top: string;
}

interface Location {
  readonly top: string;
  readonly gitFolder: string;
  readonly prefix: string;
}

/** Settings that make git fetch missing objects, by commands that the repository can choose. */
const LAZY = '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$';
const LOCATION = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-prefix'];

/**
 * Finds the repository of a folder. If the folder is inside the repository of the current working folder, it must
 * belong to that one. A nested repository is untrusted until the user runs Weir inside it.
 *
 * Reports a folder without a repository or behind a link of the repository, a partial clone, and an unexpected working
 * tree.
 */
export async function openRepository(folder: string): Promise<Repository | Report> {
  const report = (finding: Finding): Report => ({ ...finding, location: { path: '' } });
  const real = resolveFolder(folder);
  if (typeof real !== 'string') return report(real);
  const found = await locate(real);
  if ('code' in found) return report(found);
  const { top, gitFolder, prefix } = found;
  // The configured working tree must be where the repository is.
  const again = top === real ? found : await locate(top);
  const agrees =
    !('code' in again) &&
    again.top === top &&
    again.gitFolder === gitFolder &&
    join(top, prefix) === withSlash(real, prefix);
  if (!agrees) return report(messages.gitFailed(`the working tree of ${gitFolder} is configured as ${top}`));
  if (isThroughLink(folder, top, real)) return report(messages.folderLink(folder));
  if (await isNested(real, top)) return report(messages.nestedRepository(folder));
  const lazy = await runGit(top, ['config', '--name-only', '--get-regexp', LAZY]);
  // git-config exits with 1 if no setting has such a name.
  if (lazy.status !== 1) return report(lazy.status === 0 ? messages.partialClone() : failure(lazy));
  return { folder: real, top };
}

/** Returns the finding for a failed git command, with git's own message. */
export function failure({ stderr }: Pick<GitResult, 'stderr'>): Finding {
  const [line = ''] = stderr.trim().split('\n', 1);
  const reason = line.replace(/^fatal: /, '') || 'it ended early';
  return reason.includes('dubious ownership') ? messages.foreignRepository(reason) : messages.gitFailed(reason);
}

function withSlash(path: string, prefix: string): string {
  return prefix === '' ? path : `${path}/`;
}

function resolveFolder(folder: string): string | Finding {
  try {
    return realpathSync(folder);
  } catch (thrown) {
    return messages.unreadable(folder, describeSystemError(thrown));
  }
}

async function locate(folder: string): Promise<Location | Finding> {
  const result = await runGit(folder, LOCATION);
  if (result.status !== 0) return failure(result);
  const [top, gitFolder, prefix, end, ...rest] = result.stdout.split('\n');
  if (!top || !gitFolder || prefix === undefined || end !== '' || rest.length > 0) {
    return messages.gitFailed('the path of the repository has a line break');
  }
  return { top, gitFolder, prefix };
}

/**
 * Returns true if a link inside the working tree leads to the folder. Another revision can have a different folder
 * there, or none, so a comparison would be wrong.
 */
function isThroughLink(folder: string, top: string, real: string): boolean {
  const written = resolve(folder);
  for (let above = written; ; above = dirname(above)) {
    if (realpathSync(above) === top) return join(top, written.slice(above.length)) !== real;
    if (above === dirname(above)) return false;
  }
}

/**
 * Returns true if the folder is in the working tree of the current working folder, but belongs to another repository.
 */
async function isNested(folder: string, top: string): Promise<boolean> {
  const here = realpathSync('.');
  if (pathBelow(top, here) !== undefined) return false;
  const around = await locate(here);
  return !('code' in around) && around.top !== top && pathBelow(around.top, folder) !== undefined;
}
