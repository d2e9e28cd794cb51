import type { Registrar } from './registrar.js';

/** Registers `lsp`. */
export const registerLanguageServer: Registrar = (program, done) => {
  program
    .command('lsp')
    .description('Start the language server on stdin and stdout')
    .option('--stdio', 'Use stdin and stdout (the default, for editors that pass it)')
    .action(async () => {
      const { serve } = await import('./language-server/serve.js');
      done(await serve());
    });
};
