import { runGit } from './git-command.js';
import { openRepository } from './git-repository.js';

/**
 * Returns HEAD and the branches and tags of the repository of a folder, in their shortest form. Returns at most `most`
 * names, and none if no repository can be read.
 */
export async function listReferences(folder: string, most: number): Promise<readonly string[]> {
  const repository = await openRepository(folder);
  if ('code' in repository) return [];
  const words = ['for-each-ref', `--count=${most - 1}`, '--format=%(refname:short)'];
  const { stdout } = await runGit(repository.top, [...words, 'refs/heads', 'refs/tags', 'refs/remotes']);
  return ['HEAD', ...stdout.split('\n').filter((name) => name !== '')];
}
