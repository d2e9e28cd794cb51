import { resolve } from 'node:path';
import { order } from '../diagnostics/order.js';
import { placeReports } from '../diagnostics/place.js';
import { exitCodeOf } from '../diagnostics/verdict.js';
import { type OutputChange, compareOutput } from '../output/compare.js';
import { writeOutput } from '../output/write.js';
import { renderDiagnostics } from './diagnostics.js';
import type { InputOptions } from './input.js';
import { run } from './run.js';
import { renderSummary } from './summary.js';

export interface CompileOptions extends InputOptions {
  /** The output folder; by default that of the configuration. */
  readonly out?: string;
  /** Only compare the output folder with what would be written. */
  readonly check: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * `weir compile`: writes the artefacts and prints a summary; findings go to standard error. Exit code 0, 1 for problems
 * in the input, 2 when `check` finds the folder different. Nothing is written unless the whole run succeeded.
 */
export async function compileCommand(options: CompileOptions): Promise<number> {
  const { root, configuration, compilation, diagnostics } = await run(options);
  process.stderr.write(renderDiagnostics(diagnostics, options.format, process.stderr));
  if (!configuration || !compilation || exitCodeOf(diagnostics, options) !== 0) return 1;
  const folder = options.out === undefined ? resolve(root, configuration.output) : resolve(options.out);
  if (options.check) return reportChanges(compareOutput(folder, compilation.artefacts));
  const failures = order(placeReports(writeOutput(folder, compilation.artefacts)));
  if (failures.length > 0) {
    process.stderr.write(renderDiagnostics(failures, options.format, process.stderr));
    return 1;
  }
  process.stdout.write(renderSummary(compilation, diagnostics, folder));
  return 0;
}

function reportChanges(changes: readonly OutputChange[]): number {
  for (const { path, change } of changes) process.stdout.write(`${change.padEnd(8)}${path}\n`);
  return changes.length === 0 ? 0 : 2;
}
