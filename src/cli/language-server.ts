import type { Registrar } from './registrar.js';

/** `lsp`: what editors show while files are written. */
export const registerLanguageServer: Registrar = (program, done) => {
  program
    .command('lsp')
    .description('serve an editor by the Language Server Protocol on standard input and output')
    .option('--stdio', 'the only way to speak to it, and the default: editors pass it')
    .action(async () => {
      const { serve } = await import('./language-server/serve.js');
      done(await serve());
    });
};
