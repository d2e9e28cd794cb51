import type { Report } from '../model/diagnostic.js';
import { runGit } from './git-command.js';
import { openRepository } from './git-repository.js';
import { messages } from './messages.js';

/**
 * Candidates for the default branch, best first. The names are full: a pushed tag `origin/main` must not be mistaken
 * for the branch.
 */
const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/**
 * Returns the commit (hex name) that a branch started from: the merge base of HEAD and the default branch. Returns HEAD
 * if there is no default branch or no common commit.
 *
 * Returns a report if the folder is in no repository, or in one without a commit.
 */
export async function findBase(folder: string): Promise<{ readonly commit: string } | Report> {
  const repository = await openRepository(folder);
  if ('code' in repository) return repository;
  const ask = async (...words: string[]): Promise<string | undefined> => {
    const { status, stdout } = await runGit(repository.top, words);
    return status === 0 ? stdout.trim() || undefined : undefined;
  };
  const head = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === undefined) return { ...messages.badRevision('HEAD'), location: { path: '' } };
  for (const branch of DEFAULT_BRANCHES) {
    const tip = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${branch}^{commit}`);
    if (tip !== undefined) return { commit: (await ask('merge-base', head, tip)) ?? head };
  }
  return { commit: head };
}
