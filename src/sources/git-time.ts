import type { Report } from '../model/diagnostic.js';
import { nameCommit } from './git.js';
import { type Revision, readCommits } from './git-log.js';

/** The newest commit by a time, with the date of its committer. If `found` is unset, the history starts later, with `oldest`. */
export interface CommitAtTime {
  readonly found?: Revision;
  readonly oldest?: Revision;
}

/**
 * Returns the newest commit of the first-parent history of a revision that was committed by `time`, in seconds since
 * 1970. Returns a report if the folder is in no repository, or the revision names no commit.
 */
export async function findCommitAt(folder: string, revision: string, time: number): Promise<CommitAtTime | Report> {
  const tip = await nameCommit(folder, revision);
  if ('code' in tip) return tip;
  const history = ['--first-parent', tip.commit, '--'];
  const found = await readCommits(tip.top, ['--max-count=1', `--min-age=${time}`, ...history], 'committer');
  if ('code' in found) return found;
  const [newest] = found;
  if (newest) return { found: newest };
  const all = await readCommits(tip.top, history, 'committer');
  if ('code' in all) return all;
  const [oldest] = all;
  return oldest ? { oldest } : {};
}
