import { realpathSync } from 'node:fs';
import type { Report } from '../model/diagnostic.js';
import { messages } from './messages.js';

/** Where the default branch may be, the best first. */
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * The commit (hex name) that the work of a branch started from: the merge base of HEAD and the default branch; HEAD itself
 * where there is no such branch or nothing is in common. Or a report, where the folder is in no repository with a commit.
 */
export async function findBase(folder: string): Promise<{ readonly commit: string } | Report> {
  const { GitError, simpleGit } = await import('simple-git');
  const git = simpleGit({ baseDir: realpathSync(folder) });
  const ask = async (...words: string[]): Promise<string | undefined> => {
    try {
      return (await git.raw(words)).trim() || undefined;
    } catch (thrown) {
      if (thrown instanceof GitError) return undefined;
      throw thrown;
    }
  };
  const head = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === undefined) {
    const isThere = (await ask('rev-parse', '--git-dir')) !== undefined;
    const finding = isThere ? messages.badRevision('HEAD') : messages.gitFailed('not a git repository');
    return { ...finding, target: { path: '' } };
  }
  for (const branch of DEFAULT_BRANCHES) {
    const tip = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${branch}^{commit}`);
    if (tip !== undefined) return { commit: (await ask('merge-base', head, tip)) ?? head };
  }
  return { commit: head };
}
