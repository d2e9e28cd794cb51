import { runGit } from './git-command.js';

/**
 * Returns the host names of the remotes of the repository of a folder, or none if there is no repository. Drops the
 * rest of each URL, which can contain a token.
 */
export async function findRemoteHosts(folder: string): Promise<readonly string[]> {
  const { status, stdout } = await runGit(folder, ['config', '--get-regexp', '^remote\\..*\\.url$']);
  if (status !== 0) return [];
  return stdout.split('\n').flatMap((line) => hostOf(line.slice(line.indexOf(' ') + 1)) ?? []);
}

/** Returns the host of `https://user@host:443/path` or `user@host:path` (git-clone(1), GIT URLS). */
function hostOf(url: string): string | undefined {
  const [, host] = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([A-Za-z0-9.-]+)(?::|\/)/.exec(url.trim()) ?? [];
  return host?.toLowerCase();
}
