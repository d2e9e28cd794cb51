import type { ShowOptions } from './commands/show.js';
import { folderOf, resolvePaths } from './process/folder.js';
import { addSection } from './help-sections.js';
import { addRepository, formatOption } from './options.js';
import type { Registrar } from './registrar.js';

/** Registers `show northbound`. */
export const registerShowing: Registrar = (program, done) => {
  const group = program.command('show').description('Print the Northbound rows of a zone');
  const command = addRepository(group.command('northbound').description('Print the Northbound rows of a zone'))
    .requiredOption('--zone <zone>', 'Zone name')
    .option('--rendered <folder>', 'Read an output folder instead of compiling')
    .addOption(formatOption(['json', 'transaction']))
    .action(async (flags: Omit<ShowOptions, 'path'>) => {
      const { showNorthboundCommand } = await import('./commands/show.js');
      const files = resolvePaths(program, flags, 'rendered', 'config');
      done(await showNorthboundCommand({ ...files, path: folderOf(program) }));
    });
  addSection(command, 'Formats', [
    ['json', 'Rows and the rows that they are attached to'],
    ['transaction', 'One RFC 7047 transaction for an empty database'],
  ]);
};
