import { buildReport } from '../../compare/render/build.js';
import { warnOfCut, warnOfEmptySides } from '../../compare/render/layout-summary.js';
import { compareByWorkload } from '../../workloads/compare.js';
import { printMessage } from '../process/print.js';
import { MAX_FINDINGS } from '../run/diagnostics.js';
import { printErrorsOfSides, reportErrors, warnOfBorrowed } from '../run/side-errors.js';
import type { DiffInput } from '../run/diff-input.js';
import type { ComparedSides } from './report-page.js';

/**
 * Compares the clusters of two sides by their workloads. Returns undefined if a side has errors, which are printed.
 */
export function compareReadByWorkload(read: DiffInput, mostFlows: number): ComparedSides | undefined {
  if (!read.inputs) {
    reportErrors(read.reports, read);
    return undefined;
  }
  warnOfBorrowed(read);
  const { before, after } = read.inputs;
  const result = compareByWorkload({
    before: { ...before, maxFindings: MAX_FINDINGS },
    after: { ...after, maxFindings: MAX_FINDINGS },
  });
  if ('errors' in result) {
    printErrorsOfSides(result.errors, read);
    return undefined;
  }
  const { comparison, sides, workloads } = result;
  const { titles, folders } = read;
  const report = buildReport(comparison, sides, { titles, folders, workloads }, mostFlows);
  for (const warning of [...warnOfEmptySides(report), ...warnOfCut(report)]) printMessage(warning);
  return { report, sides, titles, folders };
}
