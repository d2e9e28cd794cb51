import { type Command, Option } from 'commander';
import { askIfMeant } from '../std/suggest.js';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './folder.js';
import { dateOption } from './parse-date.js';
import { PEER_HELP } from './peer-help.js';
import { printMessage } from './print.js';
import { type Question, addQuestion } from './question.js';
import type { Registrar } from './registrar.js';

/** `list egress`, `list flows` and `list exposed`: what the resources of a repository amount to. */
export const registerListing: Registrar = (program, done) => {
  const list = program.command('list').description('list what the resources of a repository amount to');
  addEgress(list.command('egress', { isDefault: true }), program, done);
  addQuestion(
    list.command('flows [path]'),
    'list the connections that are possible between workloads, pods and addresses outside',
    ['text', 'csv', 'dot', 'json'],
  )
    .option('--from <peer>', 'only flows from this peer')
    .option('--to <peer>', 'only flows to this peer')
    .option('--services', 'list Services, too: which of their ports lead a pod to another')
    .option('--explain', 'show which rules decide, also where there is no connection (text only)')
    .addHelpText('after', PEER_HELP)
    .action(async (given: string | undefined, options: Question & FlowFlags) => {
      const { listFlowsCommand } = await import('./commands/flows/list-flows.js');
      const { explain = false, services = false, ...flags } = resolvePaths(program, options, 'config');
      const path = given === undefined ? repositoryOf(program) : resolvePath(folderOf(program), given);
      done(await listFlowsCommand({ ...flags, explain, services, path }));
    });
  addQuestion(list.command('exposed'), 'say which schemes, hosts and paths are reachable from outside, and by whom', [
    'text',
    'csv',
    'json',
  ]).action(async (flags: Question) => {
    const { listExposedCommand } = await import('./commands/requests/list-exposed.js');
    done(await listExposedCommand({ ...resolvePaths(program, flags, 'config'), path: repositoryOf(program) }));
  });
};

/** `list` alone is `list egress`: the effective egress of namespaces, or an allow list of it. */
function addEgress(egress: Command, program: Command, done: (exitCode: number) => void): void {
  egress
    .description(
      'list with which addresses the pods of each namespace leave the cluster, and what filters and marks them',
    )
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .option('--inventory <path>', 'a file or folder in the place of the inventory that weir.yaml names')
    .addOption(
      new Option('-n, --namespace <namespace>', 'only namespaces that this glob matches; may be repeated')
        .argParser((glob: string, earlier: readonly string[]) => [...earlier, glob])
        .default([], 'all'),
    )
    .option('--allow-list', 'Print egress addresses as an allow list')
    .addOption(dateOption('--valid-from', 'First day of the allow list'))
    .option('--base <revision>', 'of an allow list: say what is new, kept and gone since this revision or ./folder')
    .addOption(
      new Option(
        '-f, --format <format>',
        'how the answer is written; by default text, an allow list in markdown',
      ).choices(['text', 'csv', 'json', 'dot', 'mermaid', 'markdown']),
    )
    .allowExcessArguments()
    .action(async (given: EgressFlags) => {
      const [unknown] = egress.args;
      if (unknown !== undefined) {
        printMessage(`unknown command '${unknown}'${askIfMeant(unknown, ['egress', 'flows', 'exposed'])}`);
        done(1);
        return;
      }
      const {
        namespace: namespaces,
        allowList = false,
        ...flags
      } = resolvePaths(program, given, 'config', 'inventory');
      const { listCommand } = await import('./commands/egress/list.js');
      done(await listCommand({ ...flags, namespaces, isAllowList: allowList, path: repositoryOf(program) }));
    });
}

/** The options of `weir list flows` beside those of every question. */
interface FlowFlags {
  readonly from?: string;
  readonly to?: string;
  readonly explain?: boolean;
  readonly services?: boolean;
}

/** The options of `weir list`, as commander parses them. */
interface EgressFlags {
  readonly config?: string;
  readonly rev?: string;
  readonly inventory?: string;
  readonly namespace: readonly string[];
  readonly allowList?: true;
  readonly validFrom?: string;
  readonly base?: string;
  readonly format?: string;
}
