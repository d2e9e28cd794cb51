import { InvalidArgumentError } from 'commander';
import { addExamples, addExitCodes, addSection } from './help-sections.js';
import type { StatusOptions } from './commands/status/status.js';
import { resolvePaths } from './process/folder.js';
import { addClusterAccess, formatOption, watchOption } from './options.js';
import type { Registrar } from './registrar.js';

/** Registers `status`. */
export const registerStatus: Registrar = (program, done) => {
  const command = addClusterAccess(
    program
      .command('status')
      .description('Show what appliers have in force, and their problems')
      .argument('[subject...]', 'Zone, node, cluster or resource (default: everything)'),
  )
    .option('--applier-namespace <namespace>', 'Namespace of the appliers', 'weir')
    .option(
      '--endpoint <url>',
      'Read the applier at <url>, not the API server (repeatable)',
      (url: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), parseUrl(url)],
    )
    .addOption(watchOption([]))
    .addOption(formatOption(['text', 'json']))
    .action(async (subject: readonly string[], flags: Omit<StatusOptions, 'subject'>) => {
      const { statusCommand } = await import('./commands/status/status.js');
      done(await statusCommand({ ...resolvePaths(program, flags, 'kubeconfig'), subject }));
    });
  addSection(command, 'Subjects', [
    ['ZONE or NODE', 'Targets with this name, also zone NAME and node NAME'],
    ['cluster', 'Statuses and objects of the API server'],
    ['KIND [NAMESPACE/]NAME', 'Resource, such as egressip ferry'],
  ]);
  addExamples(
    command,
    ['weir status', 'list all targets, and what needs attention'],
    ['weir status worker-a --watch', 'follow a zone and its node'],
    ['weir status egressfirewall shop/default', 'show the targets that have a resource in force'],
    ['weir status --endpoint http://127.0.0.1:9476', 'read one applier'],
  );
  addExitCodes(command, 'not in sync or no answer');
};

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('expected a URL such as http://127.0.0.1:9476.');
}
