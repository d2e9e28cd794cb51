import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from '../../rig/repository.js';
import { type Ended, weir } from '../../rig/weir.js';
import { startGitHub } from './github-server.js';

type Files = Readonly<Record<string, string>>;

/** A repository with a pull request on a GitHub that the test plays. */
export async function openPullRequest() {
  const github = await startGitHub();
  const repository = mkdtempSync(join(tmpdir(), 'weir-pr-'));
  git(repository, 'init', '--quiet');
  mkdirSync(join(repository, '.job'));
  const write = (files: Files): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
  };
  const start = (base: string, words: readonly string[]): Promise<Ended> => {
    const event = join(repository, '.job/event.json');
    const pullRequest = { number: 7, head: { sha: 'c0ffee' }, base: { sha: base } };
    writeFileSync(event, JSON.stringify({ pull_request: pullRequest }));
    return weir(repository, words, {
      GITHUB_TOKEN: 'secret-token',
      GITHUB_REPOSITORY: 'acme/egress',
      GITHUB_API_URL: github.apiUrl,
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: join(repository, '.job/summary.md'),
      GITHUB_SERVER_URL: 'https://git.example',
      GITHUB_RUN_ID: '9',
    });
  };
  return {
    github,
    repository,
    /** Commits files as the base, puts other texts in the place of some, and gives the commit. */
    change: (before: Files, after: Files): string => {
      write(before);
      git(repository, 'add', '.');
      git(repository, 'commit', '--quiet', '--message', 'base');
      write(after);
      return git(repository, 'rev-parse', 'HEAD');
    },
    run: (base: string, ...words: readonly string[]): Promise<Ended> => start(base, ['pr', ...words]),
    /** The same for all clusters of the repository. */
    runFleet: (base: string, ...words: readonly string[]): Promise<Ended> => start(base, ['fleet', 'pr', ...words]),
    summary: (): string => readFileSync(join(repository, '.job/summary.md'), 'utf8'),
    close: async (): Promise<void> => {
      rmSync(repository, { recursive: true });
      await github.close();
    },
  };
}
