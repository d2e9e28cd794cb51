import { quoteShellWord } from '../std/shell-word.js';
import { printMessage } from './print.js';

/**
 * Says on standard error which command goes on from here: `weir: 'weir compile' writes it`. `folder` is the path from
 * here to the folder that the command is about, '' for here.
 */
export function printNext(folder: string, words: readonly string[], purpose: string): void {
  const place = folder === '' || folder === '.' ? [] : ['-C', folder];
  printMessage(`\`${['weir', ...place, ...words].map(quoteShellWord).join(' ')}\` ${purpose}`);
}

/** Goes on from findings that end a run: what the first of them means. */
export function printExplanation({ code }: { readonly code: string }): void {
  printNext('', ['explain', code], 'says what that means and how to mend it');
}
