import { folderOf } from './folder.js';
import type { Registrar } from './registrar.js';

/** `generate`: what others deliver. */
export const registerDelivery: Registrar = (program, done) => {
  program
    .command('generate')
    .description('print the objects for Argo CD, as a config management plugin; parameters come from its environment')
    .action(async () => {
      const { generateCommand } = await import('./commands/generate.js');
      done(await generateCommand({ path: folderOf(program), environment: process.env }));
    });
};
