import { Option } from 'commander';
import type { ShowOptions } from './commands/show.js';
import { folderOf, resolvePaths } from './folder.js';
import type { Registrar } from './registrar.js';

/** Registers `show northbound`. */
export const registerShowing: Registrar = (program, done) => {
  program
    .command('show')
    .description('Print the Northbound rows of a zone')
    .command('northbound')
    .description('Print the Northbound rows of a zone')
    .requiredOption('--zone <zone>', 'Zone name')
    .option('--rendered <folder>', 'Read an output folder instead of compiling')
    .option('-c, --config <file>', 'Configuration file (default: weir.yaml)')
    .option('--rev <revision>', 'Read a git revision instead of the working tree')
    .addOption(new Option('-f, --format <format>', 'Output format').choices(['json', 'transaction']).default('json'))
    .action(async (flags: Omit<ShowOptions, 'path'>) => {
      const { showNorthboundCommand } = await import('./commands/show.js');
      const files = resolvePaths(program, flags, 'rendered', 'config');
      done(await showNorthboundCommand({ ...files, path: folderOf(program) }));
    });
};
