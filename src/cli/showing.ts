import { type Command } from 'commander';
import type { ShowOptions } from './commands/show.js';
import { folderOf, resolvePaths } from './folder.js';
import type { Registrar } from './registrar.js';

/** `show`: what a zone is to hold, whole. */
export const registerShowing: Registrar = (program, done) => {
  const group = program.command('show').description('print what the Northbound database of a zone is to hold');
  const add = (what: 'northbound' | 'transaction', description: string): Command =>
    group
      .command(what)
      .description(description)
      .requiredOption('--zone <zone>', 'the zone')
      .option('--rendered <folder>', 'read this rendered folder; by default the repository is compiled')
      .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
      .option('--rev <revision>', 'compile this git revision instead of the work tree')
      .action(async (flags: Omit<ShowOptions, 'path'>) => {
        const { showCommand } = await import('./commands/show.js');
        const files = resolvePaths(program, flags, 'rendered', 'config');
        done(await showCommand(what, { ...files, path: folderOf(program) }));
      });
  add('northbound', 'all rows of a zone with what they are attached to, joined from the parts of the output');
  add('transaction', 'the same as one RFC 7047 transaction for a database that holds none of them');
};
