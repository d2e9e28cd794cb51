import { InvalidArgumentError } from 'commander';
import { repositoryOf, resolvePaths } from './process/folder.js';
import { addExamples, addSection } from './help-sections.js';
import { PEER_ROWS } from './peer-help.js';
import { type QueryOptions, addQueryCommand } from './query.js';
import type { Registrar } from './registrar.js';

/** The options of `weir log`, as commander parses them. */
interface LogFlags extends QueryOptions {
  readonly since?: string;
  readonly maxCount?: number;
  readonly selector?: string;
  readonly all?: boolean;
}

/** Registers `log`. */
export const registerLog: Registrar = (program, done) => {
  const command = addQueryCommand(
    program
      .command('log')
      .argument('<from>', 'Source of the packet')
      .argument('<to>', 'Destination of the packet')
      .argument('[port]', 'Port and protocol, such as 443/TCP, or ICMP'),
    'Find the commits that opened, closed or moved a path',
  )
    .option('--since <revision>', 'Oldest revision (default: the first of the folder)')
    .option('--max-count <number>', 'Maximum number of commits, the newest ones', parseCount)
    .option('--all', 'Compile each revision instead of bisecting')
    .option('-l, --selector <selector>', 'Label selector of the source pods')
    .action(async (from: string, to: string, transport: string | undefined, given: LogFlags) => {
      const { selector, ...flags } = resolvePaths(program, given, 'config');
      const { logCommand } = await import('./commands/log/log.js');
      const chosen = selector === undefined ? {} : { labels: selector };
      done(await logCommand({ ...flags, ...chosen, from, to, transport, path: repositoryOf(program) }));
    });
  command.addHelpText(
    'after',
    [
      '\nWeir follows the first parents of HEAD, or of --rev, and the commits that change',
      'the folder or files that it reads elsewhere. It bisects: between two revisions',
      'with the same answer, it assumes no change. --all finds every change.',
    ].join('\n'),
  );
  addSection(command, 'Peers', PEER_ROWS);
  addExamples(
    command,
    ['weir log shop/web 203.0.113.7 443/TCP', 'find the commit that opened or closed a path'],
    ['weir log shop outside 443 --since v1.2 --all', 'list all changes since a tag'],
  );
};

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a number from 1');
  return Number(text);
}
