import { exitCodeOf } from '../diagnostics/verdict.js';
import { renderDiagnostics } from './diagnostics.js';
import type { InputOptions } from './input.js';
import { run } from './run.js';

export interface CheckOptions extends InputOptions {
  readonly format: string;
  readonly strict: boolean;
}

/** `weir check`: prints every finding of a compilation and writes nothing. Exit code 0, or 1 for problems in the input. */
export async function checkCommand(options: CheckOptions): Promise<number> {
  const { diagnostics } = await run(options, true);
  process.stdout.write(renderDiagnostics(diagnostics, options.format, process.stdout));
  return exitCodeOf(diagnostics, options);
}
