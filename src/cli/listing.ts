import { type Command, Option } from 'commander';
import { suggestionText } from '../std/suggest.js';
import { folderOf, repositoryOf, resolveFlows, resolvePath, resolvePaths } from './process/folder.js';
import { addExamples, addSection } from './help-sections.js';
import {
  type FlowsFlags,
  addFlowsOptions,
  addRepository,
  dateOption,
  inventoryOption,
  namespacesOption,
} from './options.js';
import { PEER_ROWS } from './peer-help.js';
import { printMessage } from './process/print.js';
import { type QueryOptions, addQueryCommand } from './query.js';
import type { Registrar } from './registrar.js';

/** Registers `list egress`, `list flows`, `list rules` and `list exposed`. */
export const registerListing: Registrar = (program, done) => {
  const list = program.command('list').description('List egress, flows, rules or exposed URLs');
  addEgress(list.command('egress', { isDefault: true }), program, done);
  addFlows(list.command('flows'), program, done);
  addRules(list.command('rules'), program, done);
  addQueryCommand(list.command('exposed'), 'List the URLs that are reachable from outside', [
    'text',
    'csv',
    'json',
  ]).action(async (flags: QueryOptions) => {
    const { listExposedCommand } = await import('./commands/requests/list-exposed.js');
    done(await listExposedCommand({ ...resolvePaths(program, flags, 'config'), path: repositoryOf(program) }));
  });
  list.addHelpText('after', '\n`weir list` is `weir list egress`, and takes its options.');
};

function addRules(rules: Command, program: Command, done: (exitCode: number) => void): void {
  addFlowsOptions(
    addQueryCommand(rules, 'List rules, and which observed flows use them', ['text', 'csv', 'json'])
      .addOption(namespacesOption())
      .option('--unused', 'Only rules that no observed flow uses'),
  ).action(async ({ namespace, unused = false, ...options }: QueryOptions & RuleFlags) => {
    const { listRulesCommand } = await import('./commands/rules/list-rules.js');
    const flags = resolveFlows(program, resolvePaths(program, options, 'config'));
    done(await listRulesCommand({ ...flags, namespaces: namespace, unused, path: repositoryOf(program) }));
  });
  addExamples(
    rules,
    ['weir list rules -n shop', 'list the rules of a namespace and their effect'],
    ['weir list rules --flows flows.json --unused', 'list the rules that no observed flow uses'],
  );
}

function addFlows(flows: Command, program: Command, done: (exitCode: number) => void): void {
  addQueryCommand(
    flows.argument('[path]', 'Folder (default: .), file, glob, or - for standard input'),
    'List the allowed connections',
    ['text', 'csv', 'dot', 'json'],
  )
    .option('--from <peer>', 'Only flows from <peer>')
    .option('--to <peer>', 'Only flows to <peer>')
    .option('--services', 'Also list Services as destinations')
    .option('--explain', 'Show the deciding rules')
    .action(async (given: string | undefined, options: QueryOptions & FlowFlags) => {
      const { listFlowsCommand } = await import('./commands/flows/list-flows.js');
      const { explain = false, services = false, ...flags } = resolvePaths(program, options, 'config');
      const path = given === undefined ? repositoryOf(program) : resolvePath(folderOf(program), given);
      done(await listFlowsCommand({ ...flags, explain, services, path }));
    });
  addSection(flows, 'Peers', PEER_ROWS);
  addExamples(
    flows,
    ['weir list flows --from shop/web', 'list the connections of a workload'],
    ['weir list flows --explain --from shop --to outside', 'show the rules of the egress of a namespace'],
  );
}

/** Adds `list egress`, which is also `list` without a command: egress by namespace, or an allow list. */
function addEgress(egress: Command, program: Command, done: (exitCode: number) => void): void {
  addRepository(egress.description('List egress addresses, filters and DSCP by namespace'))
    .addOption(inventoryOption())
    .addOption(namespacesOption())
    .option('--allow-list', 'Print egress addresses as an allow list')
    .addOption(dateOption('--valid-from', 'First day of the allow list (YYYY-MM-DD)'))
    .option('--base <revision>', 'Compare with a revision or folder')
    .addOption(
      new Option('-f, --format <format>', 'Output format (default: text, of an allow list markdown)').choices([
        'text',
        'csv',
        'json',
        'dot',
        'mermaid',
        'markdown',
      ]),
    )
    .allowExcessArguments()
    .action(async (given: EgressFlags) => {
      const [unknown] = egress.args;
      if (unknown !== undefined) {
        printMessage(`unknown command '${unknown}'${suggestionText(unknown, ['egress', 'flows', 'rules', 'exposed'])}`);
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
  addExamples(
    egress,
    ['weir list', 'list egress by namespace'],
    ["weir list -n 'shop-*' --format csv", 'list some namespaces as CSV'],
    ['weir list --allow-list --valid-from 2026-12-01', 'print addresses for a partner'],
    ['weir list --allow-list --base origin/main', 'show new, kept and removed addresses'],
  );
}

/** Options of `weir list rules` in addition to those of all queries. */
interface RuleFlags extends FlowsFlags {
  readonly namespace: readonly string[];
  readonly unused?: boolean;
}

/** Options of `weir list flows` in addition to those of all queries. */
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
