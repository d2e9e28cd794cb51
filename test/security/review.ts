import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { type Ended, weir } from '../rig/weir.js';

/** A change as somebody would propose it: the files of a cluster before, and other texts of some of them. */
export interface Proposal {
  readonly before: Readonly<Record<string, string>>;
  /** An empty text removes the file. */
  readonly after: Readonly<Record<string, string>>;
}

/** What the commands that review a change end with. */
export interface Reviewed {
  readonly diff: Ended;
  readonly pr: Ended;
  readonly fleet: Ended;
  /** What the pull request is told. */
  readonly comment: string;
}

/** Reviews a change of a cluster that is the only one of a fleet, with `--fail-on`. */
export async function review({ before, after }: Proposal, topics: string): Promise<Reviewed> {
  const inCluster = (files: Proposal['before']) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`cluster/${path}`, text]));
  const opened = await openPullRequest();
  try {
    const base = opened.change(
      { 'weir.fleet.yaml': 'folders: [cluster]\n', '.gitignore': '.job\n', ...inCluster(before) },
      inCluster(after),
    );
    for (const [path, text] of Object.entries(inCluster(after))) {
      if (text === '') rmSync(join(opened.repository, path));
      else writeFileSync(join(opened.repository, path), text);
    }
    const { repository } = opened;
    return {
      diff: await weir(repository, ['-C', 'cluster', 'diff', base, '--fail-on', topics]),
      pr: await opened.runFleet(base, '--fail-on', topics),
      fleet: await weir(repository, ['fleet', 'diff', base, '--fail-on', topics]),
      comment: opened.github.comments.map(({ body }) => body).join('\n'),
    };
  } finally {
    await opened.close();
  }
}
