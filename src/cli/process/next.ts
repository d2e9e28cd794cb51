import { quoteShellWord } from '../../std/shell-word.js';
import { printMessage } from './print.js';

/**
 * Prints the next command on standard error: ``weir: `weir compile` updates these files``. `folder`: path from the current
 * folder to that of the command, '' for the current one.
 */
export function printNext(folder: string, words: readonly string[], purpose: string): void {
  const place = folder === '' || folder === '.' ? [] : ['-C', folder];
  printMessage(`\`${['weir', ...place, ...words].map(quoteShellWord).join(' ')}\` ${purpose}`);
}

/** Prints the command that explains a finding. */
export function printExplanation({ code }: { readonly code: string }): void {
  printNext('', ['explain', code], 'explains the finding and its fix');
}
