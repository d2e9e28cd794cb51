import { findFailure } from '../../diagnostics/verdict.js';
import { type KnownRun, breaksExpectation } from '../cache/known-run.js';
import { recallRun } from '../cache/recall.js';
import { printExplanation, printNext } from '../next.js';
import { printMessage } from '../print.js';
import { printFindings } from './diagnostics.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import { type Run, type RunOptions, run } from './run.js';

export interface CheckOptions extends RunOptions, BaselineOptions {
  /** Stay, and check again whenever the input changes. */
  readonly watch?: boolean;
  /** Whether earlier runs may be used; the default. */
  readonly cache?: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * `weir check`: prints every finding of a compilation and writes nothing. Exit code 0, 1 for problems in the input, or 2 where
 * an expectation of the repository does not hold.
 */
export async function checkCommand(options: CheckOptions): Promise<number> {
  const concludeRun = ({ findings, compilation, folder }: Run): number =>
    conclude({ findings, isBroken: compilation !== undefined && breaksExpectation(compilation), folder }, options);
  if (options.baseline !== undefined || options.writeBaseline !== undefined) {
    const done = await run({ ...options, maxFindings: 0 }, 'findings');
    const findings = applyBaseline(done, options);
    return findings ? concludeRun({ ...done, findings }) : 1;
  }
  if (options.watch === true) {
    const { followRuns } = await import('./follow.js');
    return followRuns({ options, purpose: 'findings', conclude: (done) => Promise.resolve(concludeRun(done)) });
  }
  const { folder, known, run: runAnew } = await recallRun(options, 'findings');
  return known ? conclude({ ...known, folder }, options) : concludeRun(runAnew());
}

/** What is printed of a run. */
interface Checked extends Pick<Run, 'findings' | 'folder'>, Pick<KnownRun, 'isBroken'> {}

/** Prints what a run has found. Gives the exit code. */
function conclude({ findings, isBroken, folder }: Checked, options: CheckOptions): number {
  printFindings(findings, options.format, 'stdout');
  // Who waits for an answer must see that there is one.
  if (options.watch === true && findings.diagnostics.length === 0) printMessage('no findings');
  const failure = findFailure(findings, options);
  if (options.format === 'text') {
    if (failure) printExplanation(failure);
    else if (isBroken) printNext(folder, ['expect'], 'says which expectations hold, and which do not');
  }
  return failure ? 1 : isBroken ? 2 : 0;
}
