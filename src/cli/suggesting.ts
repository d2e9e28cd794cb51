import { repositoryOf, resolveFlows, resolvePaths } from './process/folder.js';
import { addExamples, addExitCodes } from './help-sections.js';
import {
  type FlowsFlags,
  addConfiguration,
  addFlowsOptions,
  formatOption,
  namespacesOption,
  writeOption,
} from './options.js';
import type { Registrar } from './registrar.js';

interface PolicyFlags extends FlowsFlags {
  readonly config?: string;
  readonly namespace: readonly string[];
  readonly write?: boolean;
  readonly format: string;
}

/** Registers `suggest policy`. */
export const registerSuggesting: Registrar = (program, done) => {
  const group = program.command('suggest').description('Suggest resources for expectations or flows');
  const command = addConfiguration(
    group.command('policy').description('Suggest the smallest policies for expectations or flows'),
  )
    .addOption(namespacesOption())
    .addOption(writeOption())
    .addOption(formatOption(['text', 'json']))
    .action(async (given: PolicyFlags) => {
      const { suggestPolicyCommand } = await import('./commands/suggest/policy.js');
      const { write = false, namespace, ...flags } = resolveFlows(program, resolvePaths(program, given, 'config'));
      done(await suggestPolicyCommand({ ...flags, write, globs: namespace, path: repositoryOf(program) }));
    });
  addFlowsOptions(command);
  addExitCodes(command, 'unwritten changes');
  addExamples(
    command,
    ['weir suggest policy --namespace shop', 'show the policies of a namespace as a diff'],
    ['weir suggest policy -n shop -n front --write', 'write those of two namespaces'],
    ['weir suggest policy -n shop --flows flows.json', 'show the policies for observed flows'],
  );
};
