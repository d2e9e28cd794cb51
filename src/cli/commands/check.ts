import { findFailure } from '../../diagnostics/verdict.js';
import { printExplanation, printNext } from '../next.js';
import { printMessage } from '../print.js';
import { printFindings } from './diagnostics.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import { type Run, type RunOptions, run } from './run.js';

export interface CheckOptions extends RunOptions, BaselineOptions {
  /** Stay, and check again whenever the input changes. */
  readonly watch?: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * `weir check`: prints every finding of a compilation and writes nothing. Exit code 0, 1 for problems in the input, or 2 where
 * an expectation of the repository does not hold.
 */
export async function checkCommand(options: CheckOptions): Promise<number> {
  if (options.baseline !== undefined || options.writeBaseline !== undefined) {
    const done = await run({ ...options, maxFindings: 0 }, 'findings');
    const findings = applyBaseline(done, options);
    return findings ? conclude({ ...done, findings }, options) : 1;
  }
  if (options.watch !== true) return conclude(await run(options, 'findings'), options);
  const { follow } = await import('./follow.js');
  return follow({ options, purpose: 'findings', conclude: (done) => Promise.resolve(conclude(done, options)) });
}

/** Prints what a run has found. Gives the exit code. */
function conclude({ findings, compilation, folder }: Run, options: CheckOptions): number {
  printFindings(findings, options.format, 'stdout');
  // Who waits for an answer must see that there is one.
  if (options.watch === true && findings.diagnostics.length === 0) printMessage('no findings');
  const isBroken = compilation?.verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
  const failure = findFailure(findings, options);
  if (options.format === 'text') {
    if (failure) printExplanation(failure);
    else if (isBroken) printNext(folder, ['expect'], 'says which expectations hold, and which do not');
  }
  return failure ? 1 : isBroken ? 2 : 0;
}
