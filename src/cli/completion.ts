import { Argument } from 'commander';
import { repositoryOf } from './process/folder.js';
import { printLines, printRendered } from './process/print.js';
import type { Registrar } from './registrar.js';

/** Registers `completion`, and the hidden `complete` that its scripts call. */
export const registerCompletion: Registrar = (program, done) => {
  program
    .command('completion')
    .description('Print a shell completion script')
    .addArgument(new Argument('<shell>', 'Shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { SCRIPTS } = await import('./completion/scripts.js');
      printRendered(SCRIPTS[shell]);
      done(0);
    });
  program
    .command('complete [words...]', { hidden: true })
    .description('Print completions: `files` or `words`, then one word per line')
    .action(async (words: readonly string[]) => {
      const [{ completeWords }, { namesInRepository }] = await Promise.all([
        import('./completion/complete.js'),
        import('./completion/names.js'),
      ]);
      const found = await completeWords(program, words, namesInRepository(repositoryOf(program)));
      printLines([found.takesFiles ? 'files' : 'words', ...found.words]);
      done(0);
    });
};
