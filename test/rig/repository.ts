import { execFileSync } from 'node:child_process';
import { scratch } from '../sources/scratch.js';

/** Runs git in a folder, as somebody whom no configuration of this machine knows, and gives what it prints. */
export function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** A repository with one commit of the files, on the branch `main`; it goes away with the test. */
export function repository(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = scratch(files);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commit(folder);
  return folder;
}

/** Commits all that a folder holds, and gives the name of the commit. */
export function commit(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message=x');
  return git(folder, 'rev-parse', 'HEAD');
}
