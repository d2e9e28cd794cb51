import type { Registrar } from './registrar.js';

/** `generate`: what others deliver. */
export const registerDelivery: Registrar = (program, done) => {
  program
    .command('generate [path]')
    .description('print the objects for Argo CD, as a config management plugin; parameters come from its environment')
    .action(async (path: string | undefined) => {
      const { generateCommand } = await import('./commands/generate.js');
      done(await generateCommand({ path: path ?? '.', environment: process.env }));
    });
};
