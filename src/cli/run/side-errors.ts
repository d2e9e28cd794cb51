import { boundFindings } from '../../diagnostics/collect.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { Findings, Report } from '../../model/diagnostic.js';
import type { Both } from '../../traffic/side.js';
import { printMessage, printNote } from '../process/print.js';
import { MAX_FINDINGS, printErrors } from './diagnostics.js';
import type { DiffInput } from './diff-input.js';

/** Prints a warning if a base without weir.yaml is read with the weir.yaml of the head. */
export function warnOfBorrowed({ isBorrowed, titles: { before, after } }: DiffInput): void {
  if (isBorrowed) printMessage(`${before} has no weir.yaml, using that of ${after}`);
}

/** Prints the errors among the reports of each side. */
export function reportErrors({ before, after }: Both<readonly Report[]>, input: DiffInput): void {
  const errorsAmong = (reports: readonly Report[]): Findings =>
    boundFindings(
      reports.filter(({ severity }) => severity === 'error'),
      MAX_FINDINGS,
    );
  printErrorsOfSides({ before: errorsAmong(before), after: errorsAmong(after) }, input);
}

/** Prints the errors of each side, with its title. */
export function printErrorsOfSides(errors: Both<Findings>, { titles, folders }: DiffInput): void {
  for (const side of ['before', 'after'] as const) {
    const { diagnostics, omitted } = errors[side];
    if (diagnostics.length === 0) continue;
    printMessage(`${titles[side] || 'the base'} cannot be compiled`);
    printNote('');
    printErrors({ diagnostics: rebase(diagnostics, folders[side]), omitted });
  }
}
