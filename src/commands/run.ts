import { relative, sep } from 'node:path';
import { type Compilation, type CompileInput, compile } from '../compile.js';
import { order } from '../diagnostics/order.js';
import { placeReports } from '../diagnostics/place.js';
import { rebase } from '../diagnostics/rebase.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { parseAhead } from '../sources/parse-ahead.js';
import { type InputOptions, readInput } from './input.js';
import { showProgress } from './progress.js';

/** A finished run: `compilation` and its input are absent when the input could not be read or the configuration has errors. */
export interface Run {
  readonly root: string;
  /** Whether the input is all of a work tree. */
  readonly isWhole: boolean;
  readonly input?: CompileInput;
  readonly compilation?: Compilation;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the input and compiles it, or with `findingsOnly` finds out what is wrong with it. An error while reading ends the
 * run: half of the input is none.
 */
export async function run(options: InputOptions, findingsOnly = false): Promise<Run> {
  const progress = showProgress();
  const { root, configuration, configurationFile, files, lock, isWhole, reports } = await readInput(options);
  // A person, or a pull request, sees paths from where the command runs.
  const fromHere = relative('.', root).split(sep).join('/');
  if (!configuration || reports.some(({ severity }) => severity === 'error')) {
    progress.done();
    return { root, isWhole, diagnostics: order(rebase(placeReports(reports), fromHere)) };
  }
  const input: CompileInput = { configuration, configurationFile, files: await parseAhead(files), lock };
  const compilation = compile({ ...input, findingsOnly, progress: progress.phase });
  progress.done();
  const diagnostics = order(rebase([...placeReports(reports), ...compilation.diagnostics], fromHere));
  return { root, isWhole, input, compilation, diagnostics };
}
