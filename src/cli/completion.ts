import { Argument } from 'commander';
import { repositoryOf } from './folder.js';
import { printLines, printRendered } from './print.js';
import type { Registrar } from './registrar.js';

/** `completion`: what a shell runs to complete command lines of weir, and `complete`, which that asks. */
export const registerCompletion: Registrar = (program, done) => {
  program
    .command('completion')
    .description('print what makes a shell complete command lines of weir')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { SCRIPTS } = await import('./completion/scripts.js');
      printRendered(SCRIPTS[shell]);
      done(0);
    });
  program
    .command('complete [words...]', { hidden: true })
    .description('print what may come next: `files` or `words` first, then a word a line')
    .action(async (words: readonly string[]) => {
      const [{ completeWords }, { namesIn }] = await Promise.all([
        import('./completion/complete.js'),
        import('./completion/names.js'),
      ]);
      const found = await completeWords(program, words, namesIn(repositoryOf(program)));
      printLines([found.takesFiles ? 'files' : 'words', ...found.words]);
      done(0);
    });
};
