import { Option } from 'commander';
import { nameInRepository, repositoryOf, resolvePaths } from './folder.js';
import { todayOption } from './parse-date.js';
import type { Registrar } from './registrar.js';
import { watchOption } from './watch-option.js';

/** The options of `weir diff`, as commander parses them. */
interface DiffFlags {
  readonly config?: string;
  readonly format: 'text' | 'markdown' | 'json';
  readonly failOn?: string;
  readonly today?: string;
  readonly report?: string;
  readonly watch?: boolean;
}

/** The options of `weir pr`, as commander parses them. */
interface PullRequestFlags {
  readonly config?: string;
  readonly id?: string;
  readonly reportUrl?: string;
  readonly failOn?: string;
  readonly today?: string;
  readonly dryRun?: boolean;
}

/** `diff` and `pr`: what a change does, for a person and on a pull request. */
export const registerComparing: Registrar = (program, done) => {
  program
    .command('diff [base] [head]')
    .description(
      'show what a change does: to packets first, then to rows, files and objects; base and head are git revisions, or folders where written with ./ or / in front',
    )
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .addOption(
      new Option('-f, --format <format>', 'how the answer is written')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .option('--fail-on <topics>', 'exit code 2 only for these: opened,closed,source,next-hop,moved,dscp,clusters,…')
    .addOption(todayOption('hold the dates of both sides against this one'))
    .addOption(watchOption(['failOn']))
    .option('--report <file>', 'also write both sides and what changes as a page')
    .action(async (base: string | undefined, head: string | undefined, flags: DiffFlags) => {
      const { diffCommand } = await import('./commands/diff.js');
      const path = repositoryOf(program);
      done(await diffCommand({ ...resolvePaths(program, flags, 'config', 'report'), path, base, head }));
    });
  program
    .command('pr [base]')
    .description(
      'comment on a pull request of GitHub, or a merge request of GitLab, with what it changes; in a job there; base is a git revision',
    )
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--id <id>', 'distinguishes the comments of several folders; by default the folder')
    .option('--report-url <url>', 'where the pipeline keeps the page of `weir diff --report`: the comment links it')
    .addOption(todayOption('hold the dates of both sides against this one'))
    .option('--fail-on <topics>', 'fail the check, with exit code 2, when something of these topics changes')
    .option('--dry-run', 'print the comment instead of posting it (needs no token and no job)')
    .action(async (base: string | undefined, flags: PullRequestFlags) => {
      const { pullRequestCommand } = await import('./commands/pull-request/pull-request.js');
      const path = repositoryOf(program);
      const { id = nameInRepository(path), ...rest } = resolvePaths(program, flags, 'config');
      done(await pullRequestCommand({ ...rest, path, base, id, environment: process.env }));
    });
};
