import { findFailure } from '../../diagnostics/verdict.js';
import { printExplanation, printNext } from '../next.js';
import { printFindings } from './diagnostics.js';
import { type RunOptions, run } from './run.js';

export interface CheckOptions extends RunOptions {
  readonly format: string;
  readonly strict: boolean;
}

/**
 * `weir check`: prints every finding of a compilation and writes nothing. Exit code 0, 1 for problems in the input, or 2 where
 * an expectation of the repository does not hold.
 */
export async function checkCommand(options: CheckOptions): Promise<number> {
  const { findings, compilation, folder } = await run(options, 'findings');
  printFindings(findings, options.format, 'stdout');
  const isBroken = compilation?.verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
  const failure = findFailure(findings, options);
  if (options.format === 'text') {
    if (failure) printExplanation(failure);
    else if (isBroken) printNext(folder, ['expect'], 'says which expectations hold, and which do not');
  }
  return failure ? 1 : isBroken ? 2 : 0;
}
