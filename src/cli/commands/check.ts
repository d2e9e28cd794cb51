import { exitCodeOf } from '../../diagnostics/verdict.js';
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
  const { findings, compilation } = await run(options, 'findings');
  printFindings(findings, options.format, 'stdout');
  const isBroken = compilation?.verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
  return exitCodeOf(findings, options) || (isBroken ? 2 : 0);
}
