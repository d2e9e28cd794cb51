import { readFileSync } from 'node:fs';
import { findExample } from '../../diagnostics/finding-page.js';
import { PACKAGE_FOLDER } from '../../package-folder.js';
import { definitions } from '../../compile/findings.js';
import { suggestionText, suggest } from '../../std/suggest.js';
import { printJson, printLines, printMessage } from '../process/print.js';

/** Pages of all findings, generated from the same texts, each with the example of the tests. */
const PAGES = new URL('docs/findings.md', PACKAGE_FOLDER);

/** Codes of all findings. */
export const codes: readonly string[] = definitions.map(({ code }) => code);

/** Returns true if a word is the code of a finding, or is similar to one with the same subject. */
export function isCode(word: string): boolean {
  const lower = word.toLowerCase();
  const own = codes.filter((code) => code.startsWith(lower.replace(/\/.*$/, '/')));
  return lower.includes('/') && (own.includes(lower) || suggest(lower, own) !== undefined);
}

/**
 * Runs `weir explain CODE`: prints the meaning, consequence and fix of a finding. Returns exit code 0, or 1 if no
 * finding has the code.
 */
export function explainCodeCommand(code: string, format: string): number {
  const definition = definitions.find((one) => one.code === code.toLowerCase());
  if (!definition) {
    const near = suggestionText(code, codes);
    printMessage(`no finding has the code '${code}'${near || ', name an object by kind and name'}`);
    return 1;
  }
  const { severities, summary, why, fix } = definition;
  const example = findExample(readPages(), definition.code);
  if (format === 'json') printJson({ ...definition, ...(example === undefined ? {} : { example }) });
  else {
    const head = [`${definition.code} (${severities.join(', ')})`, '', summary, why, '', `Fix: ${fix}.`];
    printLines([...head, ...(example === undefined ? [] : ['', 'For example:', '', ...example.split('\n')])]);
  }
  return 0;
}

/** Reads the finding pages. Without them, which a package may lack, there are no examples. */
function readPages(): string {
  try {
    return readFileSync(PAGES, 'utf8');
  } catch {
    return '';
  }
}
