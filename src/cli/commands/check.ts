import { exitCodeOf } from '../../diagnostics/verdict.js';
import { printFindings } from './diagnostics.js';
import { type RunOptions, run } from './run.js';

export interface CheckOptions extends RunOptions {
  readonly format: string;
  readonly strict: boolean;
}

/** `weir check`: prints every finding of a compilation and writes nothing. Exit code 0, or 1 for problems in the input. */
export async function checkCommand(options: CheckOptions): Promise<number> {
  const { findings } = await run(options, true);
  printFindings(findings, options.format, 'stdout');
  return exitCodeOf(findings, options);
}
