import { repositoryOf, resolvePaths } from './folder.js';
import { addExamples, addExitCodes } from './help-sections.js';
import { addConfiguration, formatOption, namespacesOption, writeOption } from './options.js';
import type { Registrar } from './registrar.js';

interface PolicyFlags {
  readonly config?: string;
  readonly namespace: readonly string[];
  readonly write?: boolean;
  readonly format: string;
}

/** Registers `suggest policy`. */
export const registerSuggesting: Registrar = (program, done) => {
  const group = program.command('suggest').description('Suggest resources for expectations');
  const command = addConfiguration(
    group.command('policy').description('Suggest the smallest policies that meet the expectations'),
  )
    .addOption(namespacesOption())
    .addOption(writeOption())
    .addOption(formatOption(['text', 'json']))
    .action(async (given: PolicyFlags) => {
      const { suggestPolicyCommand } = await import('./commands/suggest/policy.js');
      const { write = false, namespace, ...flags } = resolvePaths(program, given, 'config');
      done(await suggestPolicyCommand({ ...flags, write, globs: namespace, path: repositoryOf(program) }));
    });
  addExitCodes(command, 'unwritten changes');
  addExamples(
    command,
    ['weir suggest policy --namespace shop', 'show the policies of a namespace as a diff'],
    ['weir suggest policy -n shop -n front --write', 'write those of two namespaces'],
  );
};
