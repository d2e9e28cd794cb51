import { openCommit, readCommit } from '../../src/sources/git.js';
import type { SourceOptions, SourceResult } from '../../src/sources/source.js';

/** Reads the files that the globs select from a revision. `root` is the repository, or a folder in it. */
export async function readRevision(root: string, revision: string, options: SourceOptions): Promise<SourceResult> {
  const commit = await openCommit(root, revision);
  return 'code' in commit ? { files: [], reports: [commit] } : readCommit(commit, options);
}
