import { Option } from 'commander';
import { nameInRepository, repositoryOf, resolveFlows, resolvePaths } from './process/folder.js';
import { addExamples, addExitCodes, addTopics } from './help-sections.js';
import {
  type FlowsFlags,
  addConfiguration,
  addFlowsOptions,
  failOnOption,
  formatOption,
  todayOption,
  watchOption,
} from './options.js';
import type { Registrar } from './registrar.js';
import { DEFAULT_RELEASE, OLDEST_RELEASE } from '../ovn-kubernetes/releases/index.js';

/** The options of `weir diff`, as commander parses them. */
interface DiffFlags extends FlowsFlags {
  readonly config?: string;
  readonly format: 'text' | 'markdown' | 'json';
  readonly failOn?: string;
  readonly today?: string;
  readonly by?: 'workload';
  readonly upgrade?: string;
  readonly report?: string;
  readonly watch?: boolean;
}

/** The options of `weir pr`, as commander parses them. */
interface PullRequestFlags extends FlowsFlags {
  readonly config?: string;
  readonly id?: string;
  readonly reportUrl?: string;
  readonly failOn?: string;
  readonly today?: string;
  readonly dryRun?: boolean;
}

/** Registers `diff` and `pr`. */
export const registerComparing: Registrar = (program, done) => {
  registerDiff(program, done);
  registerPullRequest(program, done);
};

const registerDiff: Registrar = (program, done) => {
  const command = addConfiguration(
    program
      .command('diff')
      .description('Show how a change affects traffic and artefacts')
      .argument('[base]', 'Git revision, or a folder that starts with ./ or / (default: where this branch started)')
      .argument('[head]', 'Git revision or folder (default: the working tree)'),
  )
    .addOption(formatOption(['text', 'markdown', 'json']))
    .addOption(failOnOption())
    .addOption(todayOption())
    .addOption(watchOption(['failOn', 'flows']))
    .option('--upgrade <from..to>', 'Compare one input before and after an upgrade of OVN-Kubernetes')
    .addOption(
      new Option('--by <identity>', 'Compare two clusters by the names of their workloads instead of addresses')
        .choices(['workload'])
        .conflicts(['upgrade', 'report', 'watch', 'flows']),
    )
    .option('--report <file>', 'Also write an HTML report')
    .action(async (base: string | undefined, head: string | undefined, { upgrade: upgradeOf, ...flags }: DiffFlags) => {
      const { diffCommand } = await import('./commands/diff.js');
      const path = repositoryOf(program);
      const options = { ...resolveFlows(program, resolvePaths(program, flags, 'config', 'report')), path, base, head };
      done(await diffCommand({ ...options, ...(upgradeOf === undefined ? {} : { upgradeOf }) }));
    });
  addFlowsOptions(command);
  addTopics(command);
  addExitCodes(command, 'changes (of --fail-on)');
  addExamples(
    command,
    ['weir diff', 'compare the working tree with the start of this branch'],
    ['weir diff origin/main HEAD', 'compare two revisions'],
    ['weir diff ./before ./after', 'compare two folders'],
    ['weir diff ./east ./west --by workload', 'compare two clusters'],
    ['weir diff --fail-on opened,moved', 'fail only if a flow opens or an address moves'],
    ['weir diff --flows flows.json --fail-on seen', 'fail only if an observed flow changes'],
    [`weir diff --upgrade ${OLDEST_RELEASE.name}..${DEFAULT_RELEASE.name}`, 'review an upgrade of OVN-Kubernetes'],
  );
};

const registerPullRequest: Registrar = (program, done) => {
  const command = addConfiguration(
    program
      .command('pr')
      .description('Post the diff as a pull or merge request comment')
      .argument('[base]', 'Git revision (default: the target branch of the request)'),
  )
    .option('--id <id>', 'Comment ID (default: the folder)')
    .option('--report-url <url>', 'URL of the HTML report, to link in the comment')
    .addOption(todayOption())
    .addOption(failOnOption())
    .option('--dry-run', 'Print the comment instead of posting it')
    .action(async (base: string | undefined, flags: PullRequestFlags) => {
      const { pullRequestCommand } = await import('./commands/pull-request/pull-request.js');
      const path = repositoryOf(program);
      const { id = nameInRepository(path), ...rest } = resolveFlows(program, resolvePaths(program, flags, 'config'));
      done(await pullRequestCommand({ ...rest, path, base, id, environment: process.env }));
    });
  addFlowsOptions(command);
  addTopics(command);
  addExitCodes(command, 'changes of --fail-on');
};
